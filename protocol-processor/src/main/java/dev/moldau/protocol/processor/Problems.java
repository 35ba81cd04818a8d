package dev.moldau.protocol.processor;

import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;

/** Reports impossible declarations as compiler errors. */
final class Problems {

    private final Messager messager;
    private int count;

    Problems(Messager messager) {
        this.messager = messager;
    }

    void add(Element where, String what) {
        messager.printMessage(Diagnostic.Kind.ERROR, what, where);
        count++;
    }

    /** How many there have been. */
    int count() {
        return count;
    }
}
