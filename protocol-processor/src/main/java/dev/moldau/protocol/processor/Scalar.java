package dev.moldau.protocol.processor;

/** The types that the reader and the writer know by themselves. */
enum Scalar implements WireType {
    BOOLEAN("boolean", "Boolean", "Boolean", 1, 1),
    INT8("byte", "Byte", "Int8", 1, 1),
    INT16("short", "Short", "Int16", 2, 2),
    UINT16("int", "Integer", "Uint16", 2, 2),
    INT32("int", "Integer", "Int32", 4, 4),
    INT64("long", "Long", "Int64", 8, 8),
    FLOAT64("double", "Double", "Float64", 8, 8),
    UUID("Uuid", "Uuid", "Uuid", 16, 16),
    STRING("String", "String", "String", 2, 1),
    BYTES("ByteBuffer", "ByteBuffer", "Bytes", 4, 1),
    RECORDS("Records", "Records", "Records", 4, 1),
    /** Unknown tagged fields: they have no place of their own. */
    TAGGED_FIELDS("TaggedFields", "TaggedFields", "TaggedFields", 0, 0);

    private final String java;
    private final String boxed;
    private final String wireName;
    private final int classicMinBytes;
    private final int flexibleMinBytes;

    Scalar(String java, String boxed, String wireName, int classicMinBytes, int flexibleMinBytes) {
        this.java = java;
        this.boxed = boxed;
        this.wireName = wireName;
        this.classicMinBytes = classicMinBytes;
        this.flexibleMinBytes = flexibleMinBytes;
    }

    @Override
    public String java() {
        return java;
    }

    /** The type as an argument of a generic type. */
    String boxed() {
        return boxed;
    }

    /** What the names of the methods that read and write it end with. */
    String wireName() {
        return wireName;
    }

    @Override
    public int minBytes(int version, VersionRange flexible) {
        return flexible.contains(version) ? flexibleMinBytes : classicMinBytes;
    }

    @Override
    public boolean canBeNull() {
        return hasLength();
    }

    /** Whether a length precedes the value, so that it has a compact form and one for null. */
    boolean hasLength() {
        return this == STRING || this == BYTES || this == RECORDS;
    }

    /** Whether a variable of the type can hold null. */
    boolean isReference() {
        return java.equals(boxed);
    }
}
