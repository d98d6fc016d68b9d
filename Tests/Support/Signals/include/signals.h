// signals.h
// Nothing to call: what this target does, it does when the tests' process starts.
