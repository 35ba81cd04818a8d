package dev.moldau.protocol.processor;

/** How a component stands on the wire. */
sealed interface WireType permits Scalar, WireType.Structure, WireType.Array {

    /** The Java type in generated code. */
    String java();

    /** What a value takes at least, in bytes. */
    int minBytes(int version, VersionRange flexible);

    /** Whether the protocol has a form for null. */
    boolean canBeNull();

    /** A record inside the message. */
    record Structure(StructModel model) implements WireType {
        @Override
        public String java() {
            return model.javaName();
        }

        @Override
        public int minBytes(int version, VersionRange flexible) {
            return model.minBytes(version, flexible);
        }

        @Override
        public boolean canBeNull() {
            return true;
        }
    }

    /** A list. */
    record Array(WireType element) implements WireType {
        @Override
        public String java() {
            String of = element instanceof Scalar scalar ? scalar.boxed() : element.java();
            return "List<" + of + ">";
        }

        @Override
        public int minBytes(int version, VersionRange flexible) {
            return flexible.contains(version) ? 1 : 4;
        }

        @Override
        public boolean canBeNull() {
            return true;
        }
    }
}
