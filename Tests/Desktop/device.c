// device.c
// A bad device: loaded into the program with LD_PRELOAD, it delays, fails or hangs what is asked of files whose path
// contains BARLINE_DEVICE_FILE. BARLINE_DEVICE_DOES says what: "delay 50" (milliseconds before each read), "pace 100"
// (kilobytes in a second for a thread that has read 250 of them in one piece: it reads the whole file, and does not only
// look here and there), "fail 100000" (EIO for bytes from there on), "hang read" or "hang" (for ever; the latter also
// opening and looking).
// It begins when the file BARLINE_DEVICE_SWITCH exists, at once when there is none. Whoever hangs creates
// BARLINE_DEVICE_MARK, so that a test knows. Where the main thread asks anything of such a file, at whatever time, that
// is written into BARLINE_DEVICE_MARK.main: it would hang, had the device done so a moment before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static int is_on(const char *path) {
  const char *file = getenv("BARLINE_DEVICE_FILE"), *start = getenv("BARLINE_DEVICE_SWITCH");
  if (!file || !path || !strstr(path, file)) return 0;
  return !start || syscall(SYS_access, start, F_OK) == 0;
}

static int is_on_descriptor(int descriptor) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(name, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return is_on(path);
}

static const char *does(void) {
  const char *text = getenv("BARLINE_DEVICE_DOES");
  return text ? text : "";
}

static void hang(void) {
  const char *mark = getenv("BARLINE_DEVICE_MARK");
  if (mark) close(syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  for (;;) pause();
}

static void tell_of_main_thread(const char *call) {
  const char *mark = getenv("BARLINE_DEVICE_MARK");
  char name[4096];
  if (!mark || syscall(SYS_gettid) != getpid()) return;
  snprintf(name, sizeof name, "%s.main", mark);
  int file = syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  dprintf(file, "%s\n", call);
  close(file);
}

// Before something that does not read bytes.
#define look(path) look_for(__func__, path)
static void look_for(const char *call, const char *path) {
  const char *file = getenv("BARLINE_DEVICE_FILE");
  if (file && path && strstr(path, file)) tell_of_main_thread(call);
  if (is_on(path) && strcmp(does(), "hang") == 0) hang();
}

// Slows a thread for good that has read on and on, each time from about where its last read ended.
static void pace(int descriptor, off_t start, size_t count) {
  static __thread int last = -1, reads_all;
  static __thread off_t end, piece;
  int goes_on = descriptor == last && start <= end && end - start < 65536;
  if (goes_on && piece > 250000) reads_all = 1;
  piece = goes_on ? piece + count : count;
  last = descriptor;
  end = start + count;
  for (long left = reads_all ? count * 1000 / atoi(does() + 5) : 0; left > 0 && is_on_descriptor(descriptor); left -= 10000)
    usleep(left < 10000 ? left : 10000);
}

// Before bytes are read. Returns 0 when they may be.
static int before(int descriptor, off_t start, size_t count) {
  if (!is_on_descriptor(descriptor)) return 0;
  if (strncmp(does(), "hang", 4) == 0) hang();
  if (strncmp(does(), "delay ", 6) == 0) usleep(atoi(does() + 6) * 1000);
  if (strncmp(does(), "pace ", 5) == 0) pace(descriptor, start, count);
  if (strncmp(does(), "fail ", 5) == 0 && start + (off_t)count > atol(does() + 5)) {
    errno = EIO;
    return -1;
  }
  return 0;
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
  if (before(descriptor, offset, count)) return -1;
  return REAL(pread)(descriptor, buffer, count, offset);
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) {
  if (before(descriptor, offset, count)) return -1;
  return REAL(pread64)(descriptor, buffer, count, offset);
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  if (before(descriptor, lseek(descriptor, 0, SEEK_CUR), count)) return -1;
  return REAL(read)(descriptor, buffer, count);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  look(path);
  return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  look(path);
  return REAL(open64)(path, flags, mode);
}

int stat(const char *path, struct stat *status) {
  look(path);
  return REAL(stat)(path, status);
}

int lstat(const char *path, struct stat *status) {
  look(path);
  return REAL(lstat)(path, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  look(path);
  return REAL(fstatat)(folder, path, status, flags);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status) {
  look(path);
  return REAL(statx)(folder, path, flags, mask, status);
}

char *realpath(const char *path, char *resolved) {
  look(path);
  return REAL(realpath)(path, resolved);
}

int access(const char *path, int mode) {
  look(path);
  return REAL(access)(path, mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
  look(path);
  return REAL(faccessat)(folder, path, mode, flags);
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  look(path);
  int (*real)(int, const char *, uint32_t) = dlsym(RTLD_NEXT, "inotify_add_watch");
  return real(descriptor, path, mask);
}
