package dev.moldau.protocol.processor;

/**
 * A condition in generated code.
 *
 * @param java the expression
 */
record Condition(String java) {

    static final Condition ALWAYS = new Condition("true");
    static final Condition NEVER = new Condition("false");

    boolean always() {
        return equals(ALWAYS);
    }

    boolean never() {
        return equals(NEVER);
    }

    /** The opposite; only for conditions that stand alone in an {@code if}. */
    Condition not() {
        if (always()) {
            return NEVER;
        }
        if (never()) {
            return ALWAYS;
        }
        if (java.contains("&&")) {
            return new Condition("!(" + java + ")");
        }
        return new Condition(java.replace(">=", "<").replace("<=", ">").replace("==", "!="));
    }

    /** Both this and another expression. */
    String and(String other) {
        return always() ? other : java + " && " + other;
    }

    /** One value or another, as an expression. */
    String choose(String ifTrue, String ifFalse) {
        if (always()) {
            return ifTrue;
        }
        if (never()) {
            return ifFalse;
        }
        return java + " ? " + ifTrue + " : " + ifFalse;
    }
}
