# The settings of the JVM, in one place for the training run and for all later ones: an ahead-of-time
# cache is only used by a JVM whose class path and object layout are those it was made with. Sourced;
# defines functions only. Options are collected in jvm_options, one a line, so that folders may have
# spaces in their names.

newline='
'

# Prints the folder of the newest build in a folder of builds; nothing if there is none.
current_build() {
    [ -r "$1/current" ] || return 0
    read -r newest <"$1/current"
    [ ! -e "$1/$newest/built" ] || echo "$1/$newest"
}

# Appends options as they are.
jvm_add() {
    for option in "$@"; do
        jvm_options=$jvm_options$newline$option
    done
}

# Appends options that a variable of the environment lists, separated by spaces.
jvm_add_words() {
    set -f
    # shellcheck disable=SC2086 # words are what is wanted
    set -- $1
    set +f
    jvm_add "$@"
}

# A request takes a long way through many short methods. The JVM's optimizing compiler begins at several
# points of it and takes in all that follows from each, which costs more processor time than the first
# gigabyte itself. Smaller bounds for what it takes in make that a half, and code that is as fast as far
# as can be measured.
jvm_compiler='-XX:InlineSmallCode=1000 -XX:FreqInlineSize=150'

# Sets jvm_options for a broker of the distribution in a folder.
jvm_broker_options() {
    jvm_options=
    jvm_base "$1"
    jvm_heap=${MOLDAU_HEAP_OPTS:-${KAFKA_HEAP_OPTS:--Xmx256m}}
    # Beginning small, also where only -Xmx is given: the JVM would begin with a 64th of the machine's memory, touch all of it before it
    # collects for the first time, and then stand still for 50 ms under load.
    case $jvm_heap in
        *-Xms* | *-XX:Initial* | *-Xmx[0-9]m* | *-Xmx[12][0-9]m* | *-Xmx3[01]m*) ;;
        *) jvm_add -Xms32m ;;
    esac
    jvm_add_words "$jvm_heap"
    jvm_add_words "${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseSerialGC $jvm_compiler}"
    jvm_add -XX:MaxDirectMemorySize=256m -XX:+ExitOnOutOfMemoryError
    jvm_add_words "${KAFKA_OPTS:-} ${MOLDAU_OPTS:-}"
}

# Sets jvm_options for a ZooKeeper server.
jvm_zookeeper_options() {
    jvm_options=
    jvm_base "$1"
    jvm_add_words "${MOLDAU_ZOOKEEPER_HEAP_OPTS:--Xms16m -Xmx256m}"
    jvm_add -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError
    jvm_add_words "${KAFKA_OPTS:-} ${MOLDAU_OPTS:-}"
}

# Sets jvm_options for a command that ends soon.
jvm_command_options() {
    jvm_options=
    jvm_base "$1"
    jvm_add -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1
}

# What every run needs: the layout of objects; Netty's native code, unpacked once when the
# distribution is built; and the JVM's own warnings on standard error, such as the one that says that
# the cache does not fit and is not used.
jvm_base() {
    jvm_add -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED
    jvm_add "-Djava.library.path=$1/native" -Dio.netty.leakDetectionLevel=disabled
    # Reflection is only used while starting, where calls made for it on the fly take longer than
    # they ever save: 0.07 s of processor time.
    jvm_add -Djdk.reflect.useNativeAccessorOnly=true
    # Netty does without sun.misc.Unsafe from Java 25 on, unless told otherwise. With it, the start
    # takes 0.1 s less, because no native calls for memory have to be linked.
    if [ "$(jdk_major "$JAVA_HOME")" -le 26 ]; then
        jvm_add -Dio.netty.noUnsafe=false --sun-misc-unsafe-memory-access=allow
    fi
    jvm_add -Xlog:disable -Xlog:all=warning:stderr
    classpath=
    for jar in "$1"/lib/*.jar; do
        classpath=$classpath${classpath:+:}$jar
    done
    jvm_add -cp "$classpath"
}

# Becomes the JVM, or runs it if the first word is 'run': jvm_java exec|run arguments of the program.
jvm_java() {
    how=$1
    shift
    old_ifs=$IFS
    IFS=$newline
    set -f
    # shellcheck disable=SC2086 # one option a line
    set -- $jvm_options dev.moldau.cli.Main "$@"
    set +f
    IFS=$old_ifs
    if [ "$how" = exec ]; then
        exec "$JAVA_HOME/bin/java" "$@"
    fi
    "$JAVA_HOME/bin/java" "$@"
}
