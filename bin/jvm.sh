# The settings of the JVM, in one place for the training run and for all later ones: an ahead-of-time
# cache is only used by a JVM whose class path and object layout are those it was made with. Sourced;
# defines functions only.

# Sets jvm_classpath to the jars of a distribution, always in the same order.
jvm_classpath() {
    jvm_classpath=
    for jar in "$1"/lib/*.jar; do
        jvm_classpath=$jvm_classpath${jvm_classpath:+:}$jar
    done
}

# Sets jvm_base to what every run needs: the layout of objects, the native code of Netty (unpacked
# once when the distribution is built), and silence where there is no cache or no use for it.
jvm_base() {
    jvm_base="-XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED"
    jvm_base="$jvm_base -Djava.library.path=$1/native"
    jvm_base="$jvm_base -Dio.netty.leakDetection.level=disabled"
}

# Sets jvm_options for a broker.
jvm_broker_options() {
    jvm_base "$1"
    jvm_options="$jvm_base ${MOLDAU_HEAP_OPTS:-${KAFKA_HEAP_OPTS:--Xms32m -Xmx256m}}"
    jvm_options="$jvm_options ${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseSerialGC}"
    jvm_options="$jvm_options -XX:MaxDirectMemorySize=256m -XX:+ExitOnOutOfMemoryError"
    jvm_cache "$1"
    jvm_options="$jvm_options ${KAFKA_OPTS:-} ${MOLDAU_OPTS:-}"
}

# Sets jvm_options for a command that ends soon.
jvm_command_options() {
    jvm_base "$1"
    jvm_options="$jvm_base -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
    jvm_cache "$1"
}

jvm_cache() {
    if [ -r "$1/moldau.aot" ]; then
        jvm_options="$jvm_options -XX:AOTCache=$1/moldau.aot -Xlog:aot=off,cds=off"
    fi
}
