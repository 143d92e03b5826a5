package nth.sequencer.topology;

import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Counters beside the metrics of Streams itself, per task. */
final class Counters {

  private Counters() {}

  static Sensor of(ProcessorContext<?, ?> context, String operation) {
    return context
        .metrics()
        .addRateTotalSensor(
            "sequencer", context.taskId().toString(), operation, Sensor.RecordingLevel.INFO);
  }
}
