package nth.sequencer;

import java.util.List;
import nth.sequencer.operator.Operator;
import nth.sequencer.operator.OperatorCommand;
import nth.sequencer.recovery.CopyCommand;
import nth.sequencer.recovery.DeadLettersCommand;
import nth.sequencer.recovery.PutBackCommand;
import nth.sequencer.recovery.RebuildMirrorCommand;
import nth.sequencer.recovery.RebuildStateCommand;
import nth.sequencer.recovery.RestoreCommand;
import nth.sequencer.replay.AuditCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The line: gives every valid entry its number, once. With a command, what an operator asked. */
@SpringBootApplication
public class SequencerApplication {

  /** A new command of the operator is added here. */
  static final List<Class<? extends OperatorCommand>> COMMANDS =
      List.of(
          AuditCommand.class,
          DeadLettersCommand.class,
          PutBackCommand.class,
          CopyCommand.class,
          RestoreCommand.class,
          RebuildStateCommand.class,
          RebuildMirrorCommand.class);

  public static void main(String[] args) {
    if (Operator.isAsked(args)) {
      System.exit(Operator.onConsole(COMMANDS).run(args));
    }
    SpringApplication.run(SequencerApplication.class, args);
  }
}
