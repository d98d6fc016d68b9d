#pragma once
#include <sys/types.h>
#include <unistd.h>

// What a decoder might do that a hostile file has taken over. Only tests link this.

// What is attempted on: a file of the user, a folder of theirs, the address of a listening socket, and the process that
// started this one (known beforehand: to ask would be a call that is not on the list, and end the attempt before it).
struct hostile_targets {
  const char *file, *folder, *socket;
  pid_t parent;
};

// The name of an attempt; NULL behind the last one.
const char *hostile_name(int number);

// Attempts it. Returns 0 when that worked, else errno. Does not return when the kernel ends the process.
int hostile_attempt(const char *name, const struct hostile_targets *targets);

// Makes a system call that has no arguments, or zeros.
int hostile_call(long number);

// fork(2), which Swift leaves out.
static inline pid_t hostile_fork(void) { return fork(); }
