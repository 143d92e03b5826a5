package nth.notifier;

/** Servers of one nginx in front of two notifiers, by what each says beyond Debian's settings. */
enum Front {
  /** Nothing: the first line that anybody writes. */
  STOCK("", "proxy_pass http://both;"),
  /** As many copy it from one another. */
  HTTP_1_1("", "proxy_pass http://both; proxy_http_version 1.1;"),
  /** To its clients; it never does to what is behind. */
  HTTP_2("http2", "proxy_pass http://both;"),
  /** Shared by everybody, with the rules of its own. */
  CACHE(
      "",
      "proxy_pass http://both; proxy_cache shared; add_header X-Cache $upstream_cache_status"
          + " always;"),
  /** Whatever can be compressed. */
  GZIP("", "proxy_pass http://both; gzip_proxied any; gzip_types *;"),
  /** The second of two in a row. */
  INNER("", "proxy_pass http://both; proxy_pass_header X-Accel-Buffering;"),
  /** The first of two: of the notifiers it learns what the second passes on. */
  OUTER("", "proxy_pass http://inner;"),
  /** What looks idle is cut. */
  IDLE(
      "", "proxy_pass http://both; proxy_read_timeout " + Lengths.PROXY_TIMEOUT.toMillis() + "ms;"),
  /** Cuts what is silent for less than a heartbeat, as it must not be set. */
  HASTY(
      "",
      "proxy_pass http://alone; proxy_read_timeout "
          + Lengths.HEARTBEAT.dividedBy(2).toMillis()
          + "ms;"),
  /**
   * As the README says it, but all to the first as long as it takes them: nobody is turned away who
   * can be served.
   */
  PATIENT("", Front.NEXT),
  PATIENT_1_1("", Front.NEXT + " proxy_http_version 1.1;");

  private static final String NEXT =
      "proxy_pass http://first; proxy_next_upstream error timeout http_503;"
          + " proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
          + " proxy_set_header Host $http_host;";

  private final String listen;
  private final String location;

  Front(String listen, String location) {
    this.listen = listen;
    this.location = location;
  }

  String server(int port) {
    return "server { listen 127.0.0.1:%d %s; location / { %s } }\n"
        .formatted(port, listen, location);
  }
}
