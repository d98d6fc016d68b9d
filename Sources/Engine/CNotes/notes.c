// notes.c
// A stream in place of standard error whose bytes are counted or passed on, by thread. Sound: the stream has no buffer, so
// whoever writes is the thread that is asked for; it is made once and never closed.
#define _GNU_SOURCE
#include "notes.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Thread_local unsigned *counter;

static ssize_t take(void *own, const char *bytes, size_t length) {
  (void)own;
  if (!counter) {
    ssize_t sent = write(STDERR_FILENO, bytes, length);
    // fopencookie(3) forbids negative answers.
    return sent < 0 ? 0 : sent;
  }
  // "Note: missing … bytes in bit reservoir" comes with every cut that somebody made on purpose.
  if (memmem(bytes, length, "error: ", 7)) ++*counter;
  return (ssize_t)length;
}

static void replace(void) {
  FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = take});
  if (!stream) return;
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
}

void barline_count_errors(unsigned *count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, replace);
  counter = count;
}
