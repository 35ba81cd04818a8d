# Sourced by the run scripts here: tools, the reference broker, our own broker.
cd "$(dirname "$0")/.."
root=$PWD
source bin/jdk.sh
need_jdk
need_maven
kafka=$root/benchmarks/target/kafka-4.4.0
if [ ! -f "$kafka/.complete" ]; then
    rm -rf "$kafka"
    mvn -q -B -f benchmarks/kafka/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
        -Dclient.version=4.4.0 -DoutputDirectory="$kafka"
    touch "$kafka/.complete"
fi
bin/moldau version
mvn -q -B -pl benchmarks -am compile
work=${MOLDAU_BENCHMARK_DIR:-$root/benchmarks/target/work}
mkdir -p "$work"
