/**
 * Who may do what: ACLs, SCRAM credentials, delegation tokens. This broker has none of them yet and
 * says so in the words of a Kafka broker with the feature off; the APIs are advertised all the
 * same, because some clients judge a broker's age by them. Nothing here holds state.
 */
@NullMarked
package dev.moldau.broker.access;

import org.jspecify.annotations.NullMarked;
