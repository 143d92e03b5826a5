package nth.proof.streams;

import java.util.Locale;

/** Who is compared. */
enum Side {
  NTH,
  BARE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
