package dev.moldau.systemtests;

import java.util.List;

/**
 * How clients come to a cluster.
 *
 * @param bootstrap the brokers' addresses, those included that do not listen yet
 * @param jvmOptions what their JVMs are told
 */
record Clients(String bootstrap, List<String> jvmOptions) {

    String[] jvmOptionsArray() {
        return jvmOptions.toArray(String[]::new);
    }
}
