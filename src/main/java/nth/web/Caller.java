package nth.web;

import java.time.Instant;
import nth.contract.UserId;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param until when that stops being known, as with a token that ends; null: it does not
 */
public record Caller(UserId userId, @Nullable Instant until) {}
