# One file for the three applications, built beforehand with `mvn -DskipTests package`:
#   docker build --build-arg APP=ingress -t nth-ingress .
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
WORKDIR /app
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/spring-boot-loader/ ./
COPY --from=layers /build/layers/snapshot-dependencies/ ./
COPY --from=layers /build/layers/application/ ./
USER 10001:10001
# In this form the JVM is process 1 and gets SIGTERM itself.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "app.jar"]
