package dev.moldau.protocol;

/** A message that has a codec: a record annotated as request, response or data. */
public interface ApiMessage {}
