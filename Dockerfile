# One file for the three applications, built beforehand with `mvn -DskipTests package`:
#   docker build --build-arg APP=ingress -t nth-ingress .
# Tests run exactly the ENTRYPOINT on exactly these layers; the image itself was never built there.
FROM eclipse-temurin:25-jre AS layers
ARG APP
WORKDIR /build
COPY ${APP}/target/${APP}-exec.jar app.jar
RUN java -Djarmode=tools -jar app.jar extract --layers --destination layers

FROM eclipse-temurin:25-jre
# The number is written out so that Kubernetes' runAsNonRoot can check it.
RUN groupadd --system --gid 10001 nth \
 && useradd --system --uid 10001 --gid nth --home-dir /app --no-create-home nth \
 && mkdir -p /var/lib/nth \
 && chown nth:nth /var/lib/nth
# Native memory, RocksDB's above all, is otherwise kept in as many heaps as there are threads.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/spring-boot-loader/ ./
COPY --from=layers /build/layers/snapshot-dependencies/ ./
COPY --from=layers /build/layers/application/ ./
USER 10001:10001
# In this form the JVM is process 1 and gets SIGTERM itself. The heap is a share of the container's
# memory; Netty's buffers and compiled code are bounded here, RocksDB by nth.sequencer.store-memory,
# and what is left is for classes and threads. In a small container Java would take the serial
# collector, whose pauses all streams hear.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=40", "-XX:MaxDirectMemorySize=128m", "-XX:ReservedCodeCacheSize=128m", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED", "-jar", "app.jar"]
