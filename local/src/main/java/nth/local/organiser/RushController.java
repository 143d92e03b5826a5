package nth.local.organiser;

import nth.web.Identity;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /organiser/events/{event_id}/rush}: a simulated crowd. */
@RestController
@RequestMapping("/organiser/events/{eventId}/rush")
final class RushController {

  /** What is asked for. */
  record Wish(int people, int seconds) {}

  private final Rushes rushes;

  RushController(Rushes rushes) {
    this.rushes = rushes;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  Rush.State begin(@PathVariable String eventId, @RequestBody Wish wish) {
    return rushes.begin(Identity.eventId(eventId), wish.people(), wish.seconds()).state();
  }

  @GetMapping
  Rush.State state(@PathVariable String eventId) {
    return rush(eventId).state();
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void stop(@PathVariable String eventId) {
    rush(eventId).dispose();
  }

  private Rush rush(String eventId) {
    return rushes
        .of(Identity.eventId(eventId))
        .orElseThrow(() -> new Problem(ProblemCode.NOT_FOUND, "No crowd rushed this event."));
  }
}
