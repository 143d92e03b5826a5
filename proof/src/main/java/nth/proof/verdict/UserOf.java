package nth.proof.verdict;

import java.util.Optional;
import nth.contract.Result;
import nth.contract.UserId;

/** Whom a result is about. */
final class UserOf implements Result.Cases<Optional<UserId>> {

  @Override
  public Optional<UserId> defined(Result.PromotionDefined result) {
    return Optional.empty();
  }

  @Override
  public Optional<UserId> numbered(Result.EntryNumbered result) {
    return Optional.of(result.userId());
  }

  @Override
  public Optional<UserId> closed(Result.PromotionClosed result) {
    return Optional.empty();
  }

  @Override
  public Optional<UserId> retired(Result.PromotionRetired result) {
    return Optional.empty();
  }

  @Override
  public Optional<UserId> refused(Result.Refused result) {
    return Optional.ofNullable(result.userId());
  }
}
