// faults.c
// A disk that fails, or an end that comes, at a chosen moment: loaded into a program with LD_PRELOAD, it counts the calls
// that make, write, sync, name or delete regular files, in this process and in those that it starts, and spoils one.
//
//   BARLINE_FAULT_COUNT  a file of sixteen bytes: the calls so far, together, and 1 when the spoilt one was to delete
//   BARLINE_FAULT_AT     the call that is spoilt, from 1 on; 0: none
//   BARLINE_FAULT        what becomes of it: the number of an error that it returns, or, negative, that of a signal that
//                        the process gets before it
//
// Standard output and error are left alone, and so is memory that has a descriptor.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Looked up once: it may be asked for by a handler of signals.
#define REAL(name)                                            \
  ({                                                          \
    static typeof(&name) real;                                \
    if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name); \
    real;                                                     \
  })

static _Atomic long *count;
static long spoilt;
static int fault;
static dev_t memory;
// A locked process may not ask for everything: it is only asked about what it writes.
static int isLocked;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("BARLINE_FAULT_COUNT"), *at = getenv("BARLINE_FAULT_AT"), *what = getenv("BARLINE_FAULT");
  if (!file) return;
  int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  if (descriptor < 0) return;
  void *page = mmap(NULL, 2 * sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  syscall(SYS_close, descriptor);
  if (page == MAP_FAILED) return;
  struct stat status;
  int own = memfd_create("faults", MFD_CLOEXEC);
  if (own >= 0 && syscall(SYS_fstat, own, &status) == 0) memory = status.st_dev;
  syscall(SYS_close, own);
  spoilt = at ? atol(at) : 0;
  fault = what ? atoi(what) : 0;
  isLocked = !getenv("BARLINE_UNLOCKED") && !strstr(program_invocation_short_name, "barline-cli") &&
             !strstr(program_invocation_short_name, "writer");
  count = page;
}

// True for a call that fails; errno is set.
static int fails_at(int isDeletion) {
  if (!count || atomic_fetch_add(count, 1) + 1 != spoilt) return 0;
  count[1] = isDeletion;
  if (fault < 0) {
    syscall(SYS_kill, syscall(SYS_getpid), -fault);
    return 0;
  }
  errno = fault;
  return 1;
}

static int fails(void) { return fails_at(0); }

static int is_file(int descriptor) {
  if (!count || descriptor < 0 || descriptor == 1 || descriptor == 2) return 0;
  struct stat status;
  int before = errno;
  int answer = syscall(SYS_fstat, descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_dev != memory;
  errno = before;
  return answer;
}

#define ON_FILE(type, name, parameters, arguments)            \
  type name parameters {                                      \
    if (is_file(descriptor) && fails()) return -1;            \
    return REAL(name) arguments;                              \
  }

ON_FILE(ssize_t, write, (int descriptor, const void *bytes, size_t length), (descriptor, bytes, length))
ON_FILE(ssize_t, pwrite, (int descriptor, const void *bytes, size_t length, off_t place), (descriptor, bytes, length, place))
ON_FILE(ssize_t, pwrite64, (int descriptor, const void *bytes, size_t length, off64_t place), (descriptor, bytes, length, place))
ON_FILE(ssize_t, writev, (int descriptor, const struct iovec *parts, int number), (descriptor, parts, number))
ON_FILE(int, ftruncate, (int descriptor, off_t length), (descriptor, length))
ON_FILE(int, ftruncate64, (int descriptor, off64_t length), (descriptor, length))

// What only the program itself does.
#define ON_OWN_FILE(type, name, parameters, arguments)        \
  type name parameters {                                      \
    if (!isLocked && is_file(descriptor) && fails()) return -1; \
    return REAL(name) arguments;                              \
  }

ON_OWN_FILE(int, fsync, (int descriptor), (descriptor))
ON_OWN_FILE(int, fdatasync, (int descriptor), (descriptor))

int sync_file_range(int descriptor, off64_t from, off64_t length, unsigned flags) {
  if (!isLocked && is_file(descriptor) && fails()) return -1;
  return REAL(sync_file_range)(descriptor, from, length, flags);
}

int close(int descriptor) {
  int isWritten = !isLocked && is_file(descriptor) && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  int isSpoilt = isWritten && fails();
  int result = REAL(close)(descriptor);
  if (!isSpoilt) return result;
  errno = fault;
  return -1;
}

#define ON_NAMES(name, parameters, arguments)                 \
  int name parameters {                                       \
    if (!isLocked && fails()) return -1;                      \
    return REAL(name) arguments;                              \
  }

ON_NAMES(rename, (const char *old, const char *new), (old, new))
ON_NAMES(linkat, (int from, const char *old, int to, const char *new, int flags), (from, old, to, new, flags))
ON_NAMES(mkdir, (const char *path, mode_t mode), (path, mode))

int unlink(const char *path) {
  if (!isLocked && fails_at(1)) return -1;
  return REAL(unlink)(path);
}

#define MAKES(flags) ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE)
#define OPENING(name)                                         \
  int name(const char *path, int flags, ...) {                \
    mode_t mode = 0;                                          \
    if (MAKES(flags)) {                                       \
      va_list arguments;                                      \
      va_start(arguments, flags);                             \
      mode = va_arg(arguments, mode_t);                       \
      va_end(arguments);                                      \
      if (!isLocked && fails()) return -1;                    \
    }                                                         \
    return REAL(name)(path, flags, mode);                     \
  }
OPENING(open)
OPENING(open64)
