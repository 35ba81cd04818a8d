package dev.moldau.cluster.store.zookeeper;

/**
 * Record names as names of ZooKeeper's nodes. What a node may not be called, and the percent sign,
 * is written as {@code %2F} or {@code %uD83D}: a UTF-16 unit in hexadecimal digits. Everything else
 * stays as it is, so that people find their topics with any ZooKeeper tool.
 */
final class NodeNames {

    private static final int SHORT_DIGITS = 2;
    private static final int LONG_DIGITS = 4;

    private NodeNames() {}

    static String encode(String name) {
        StringBuilder node = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char unit = name.charAt(i);
            if (mayStay(unit) && !isDots(name)) {
                node.append(unit);
            } else if (unit <= 0xff) {
                node.append('%').append(digits(unit, SHORT_DIGITS));
            } else {
                node.append("%u").append(digits(unit, LONG_DIGITS));
            }
        }
        return node.toString();
    }

    private static String digits(char unit, int count) {
        String all = "000" + Integer.toHexString(unit).toUpperCase(java.util.Locale.ROOT);
        return all.substring(all.length() - count);
    }

    private static boolean isDots(String name) {
        return name.equals(".") || name.equals("..");
    }

    /** ZooKeeper refuses controls, surrogates, private use and the specials at the end. */
    private static boolean mayStay(char unit) {
        boolean control = unit <= 0x1f || (unit >= 0x7f && unit <= 0x9f);
        boolean special = (unit >= 0xd800 && unit <= 0xf8ff) || unit >= 0xfff0;
        return !control && !special && unit != '/' && unit != '%';
    }

    /**
     * @throws IllegalArgumentException if the node's name is not one that {@link #encode} makes
     */
    static String decode(String node) {
        StringBuilder name = new StringBuilder(node.length());
        int at = 0;
        while (at < node.length()) {
            char unit = node.charAt(at++);
            if (unit == '%') {
                boolean isLong = at < node.length() && node.charAt(at) == 'u';
                int from = isLong ? at + 1 : at;
                int to = from + (isLong ? LONG_DIGITS : SHORT_DIGITS);
                if (to > node.length()) {
                    throw new IllegalArgumentException("cut short after a percent sign: " + node);
                }
                unit = (char) Integer.parseInt(node, from, to, 16);
                at = to;
            }
            name.append(unit);
        }
        return name.toString();
    }
}
