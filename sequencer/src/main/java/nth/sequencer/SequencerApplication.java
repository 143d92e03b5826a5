package nth.sequencer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The line: gives every valid entry its number, once. */
@SpringBootApplication
public class SequencerApplication {

  public static void main(String[] args) {
    SpringApplication.run(SequencerApplication.class, args);
  }
}
