package nth.sequencer.webhook;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Without an address there is no webhook, no reader, no table and no word of it in health. */
final class WebhooksWanted implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata annotated) {
    return StringUtils.hasText(context.getEnvironment().getProperty("nth.webhook.url"));
  }
}
