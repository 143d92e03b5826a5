package nth.local;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The whole pipeline in one JVM, on a real broker and a real database. */
@SpringBootApplication
public class LocalApplication {

  public static void main(String[] args) {
    SpringApplication.run(LocalApplication.class, args);
  }
}
