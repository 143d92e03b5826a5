package nth.sequencer.replay;

/** What all comparisons share. */
record Evidence(
    Frozen frozen,
    Scope scope,
    Books books,
    People people,
    PublishedBooks published,
    Findings findings) {}
