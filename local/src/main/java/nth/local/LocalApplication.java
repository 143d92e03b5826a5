package nth.local;

import nth.ingress.IngressApplication;
import nth.notifier.NotifierApplication;
import nth.sequencer.SequencerApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The whole pipeline in one JVM, on a real broker and a real database. */
@SpringBootApplication
@Import({IngressApplication.class, SequencerApplication.class, NotifierApplication.class})
public class LocalApplication {

  public static void main(String[] args) {
    new SpringApplicationBuilder(LocalApplication.class)
        .initializers(new EmbeddedPartsInitializer())
        .run(args);
  }
}
