package nth.sequencer.webhook;

import java.util.List;
import nth.app.Requirement;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Looks at the settings before anything is started: Boot's own report would print a secret. */
final class WebhookRequirement implements Requirement {

  @Override
  public List<String> refusals(Environment environment) {
    try {
      Binder.get(environment).bindOrCreate("nth.webhook", WebhookSettings.class);
      return List.of();
    } catch (BindException e) {
      String why = String.valueOf(NestedExceptionUtils.getMostSpecificCause(e).getMessage());
      return List.of(
          why.startsWith("nth.webhook.") ? why : e.getName() + " cannot be read" + said(e, why));
    }
  }

  /** Nothing of an address or a secret is repeated, whatever is wrong with it. */
  private static String said(BindException fault, String why) {
    String name = fault.getName().toString();
    boolean secret = name.contains(".url") || name.contains(".secrets");
    return secret ? "" : ": " + why;
  }
}
