package nth.notifier;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The voice: tells everybody their result, by polling and by live streams. */
@SpringBootApplication
public class NotifierApplication {

  public static void main(String[] args) {
    SpringApplication.run(NotifierApplication.class, args);
  }
}
