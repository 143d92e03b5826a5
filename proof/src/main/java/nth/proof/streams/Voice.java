package nth.proof.streams;

import java.net.URI;
import nth.proof.stage.Part;

/** Who tells the news. */
interface Voice {

  Side side();

  URI address();

  Part part();

  /** The head of a request for the stream of this listener. */
  String request(int listener);

  /** Before listeners come: so many. */
  void prepare(int listeners) throws InterruptedException;

  /** Of what was told last. */
  long lastId();

  /** Tells something to each listener and returns the moment at which it was there to be told. */
  long tell();

  /** The same for the last thing there is to tell, which ends every stream. */
  long close();

  /** How many listen, as it knows it itself. */
  int listeners();
}
