// program.c
// The C library gives the arguments to whatever is called before main (System V ABI; glibc also for shared libraries).
#include "program.h"

#include <sys/auxv.h>

static char *const *all;

__attribute__((constructor)) static void keep(int count, char **arguments) {
  (void)count;
  all = arguments;
}

char *const *barline_arguments(void) { return all; }

const char *barline_program(void) { return (const char *)getauxval(AT_EXECFN); }
