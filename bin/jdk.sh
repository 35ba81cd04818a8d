# Finds the tools that the scripts here need. Sourced by them; defines functions only.

# Prints the major version of the JDK in a folder, or nothing if there is none.
jdk_major() {
    [ -x "$1/bin/java" ] || return 0
    if [ -r "$1/release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$1/release")
    else
        version=$("$1/bin/java" -version 2>&1 | sed -n '1s/.*"\([^"]*\)".*/\1/p')
    fi
    version=${version#1.}
    echo "${version%%[!0-9]*}"
}

# Folders in which JDKs usually live, one a line.
jdk_candidates() {
    on_path=$(command -v java || true)
    if [ -n "$on_path" ]; then
        while [ -L "$on_path" ]; do
            link=$(readlink "$on_path")
            case $link in
                /*) on_path=$link ;;
                *) on_path=$(dirname "$on_path")/$link ;;
            esac
        done
        dirname "$(dirname "$on_path")"
    fi
    for folder in ${MOLDAU_JDK_FOLDERS:-/usr/lib/jvm/* /opt/* /opt/java/* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home}; do
        echo "$folder"
    done
}

# Prints the folder of the first JDK or JRE of exactly that major version, or nothing.
jdk_of_major() {
    jdk_candidates | while read -r folder; do
        if [ "$(jdk_major "$folder")" = "$1" ]; then
            echo "$folder"
            break
        fi
    done
}

# Sets JAVA_HOME to a JDK of version 25 or newer: the one it names if that is new enough, else the
# newest that can be found. Ends the script with an explanation if there is none.
need_jdk() {
    need_major=25
    if [ -n "${JAVA_HOME:-}" ]; then
        major=$(jdk_major "$JAVA_HOME")
        if [ "${major:-0}" -ge $need_major ]; then
            export JAVA_HOME
            return 0
        fi
    fi
    best=
    best_major=0
    while read -r folder; do
        major=$(jdk_major "$folder")
        if [ "${major:-0}" -gt $best_major ] && [ -x "$folder/bin/javac" ]; then
            best=$folder
            best_major=$major
        fi
    done <<EOF
$(jdk_candidates)
EOF
    if [ $best_major -ge $need_major ]; then
        JAVA_HOME=$best
        export JAVA_HOME
        return 0
    fi
    {
        echo "Moldau needs a JDK of version $need_major or newer, and none was found."
        [ -z "${JAVA_HOME:-}" ] ||
            echo "JAVA_HOME is $JAVA_HOME, which has ${major:+Java }${major:-no Java}."
        [ $best_major -eq 0 ] || echo "The newest one found is Java $best_major in $best."
        echo "Get one from https://adoptium.net/temurin/releases/?version=$need_major, by your system's"
        echo "packages (openjdk-$need_major-jdk) or by 'sdk install java $need_major-tem', and set JAVA_HOME to it."
    } >&2
    exit 1
}

# Ends the script with an explanation if there is no Maven.
need_maven() {
    command -v mvn >/dev/null 2>&1 && return 0
    {
        echo "Moldau is built from source by Apache Maven 3.8 or newer, and 'mvn' was not found."
        echo "Get it from https://maven.apache.org/download.cgi or by your system's packages (maven)."
    } >&2
    exit 1
}

# Follows symbolic links to the folder of a script.
script_folder() {
    file=$1
    while [ -L "$file" ]; do
        link=$(readlink "$file")
        case $link in
            /*) file=$link ;;
            *) file=$(dirname "$file")/$link ;;
        esac
    done
    (CDPATH='' cd -- "$(dirname -- "$file")" && pwd)
}
