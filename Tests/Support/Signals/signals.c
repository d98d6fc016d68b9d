// signals.c
// The tests' process outlives a write to a pipe or socket that nobody reads any more, as both programs do (SIGPIPE, see
// their main.swift). It says where that happened, on standard error, in a line for each caller: scripts/test repeats
// these lines. Sound: the handler calls only what signal-safety(7) allows, and backtrace(3), which has been loaded before.

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

enum { MOST_CALLERS = 24 };

static void tell(int number) {
  (void)number;
  static const char text[] = "SIGPIPE: a write to what nobody reads, by\n";
  int kept = errno;
  void *callers[MOST_CALLERS];
  // Of a standard error that is itself what nobody reads, the second signal waits for the end of this handler.
  if (write(STDERR_FILENO, text, sizeof text - 1) > 0) {
    backtrace_symbols_fd(callers, backtrace(callers, MOST_CALLERS), STDERR_FILENO);
  }
  errno = kept;
}

__attribute__((constructor)) static void outlive_closed_pipes(void) {
  void *callers[1];
  backtrace(callers, 1);
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  sigaction(SIGPIPE, &action, NULL);
}
