package nth.sequencer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The section of RECOVERY.md that a test does, with the commands given there. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Procedure.Several.class)
public @interface Procedure {

  /** Its heading. */
  String value();

  /** Several of them. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Several {
    Procedure[] value();
  }
}
