#pragma once
#include <libintl.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>

// Swift's Glibc module is built without _GNU_SOURCE and leaves these out (glibc 2.9, 2.34, 2.30, 2.6, 2.30,
// 2.3.4 and 2.2.3).
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int sync_file_range(int descriptor, long long from, long long count, unsigned int flags);
int gettid(void);
int sched_getaffinity(int process, unsigned long bytes, void *mask);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

// Swift takes the name for that of a structure.
static inline int barline_flock(int descriptor, int operation) { return flock(descriptor, operation); }
enum { BARLINE_LOCK_EX_NB = LOCK_EX | LOCK_NB };

// <linux/fcntl.h>: F_LINUX_SPECIFIC_BASE + 7.
enum { BARLINE_F_SETPIPE_SZ = 1031 };
// <bits/fcntl-linux.h>.
enum { BARLINE_SYNC_FILE_RANGE_WRITE = 2 };

// <sys/mman.h> and <linux/fcntl.h> (F_LINUX_SPECIFIC_BASE + 9).
int memfd_create(const char *name, unsigned int flags);
enum { BARLINE_MFD_CLOEXEC = 1, BARLINE_MFD_ALLOW_SEALING = 2 };
enum { BARLINE_F_ADD_SEALS = 1033, BARLINE_F_SEAL_SEAL = 1, BARLINE_F_SEAL_SHRINK = 2, BARLINE_F_SEAL_GROW = 4 };

// Swift imports no function with "...". System calls that glibc has no function for (landlock_*), or only such a one
// (prctl), and the few that are tried on purpose, go through here.
long syscall(long number, ...);
static inline long barline_syscall(long number, long a, long b, long c, long d) {
  return syscall(number, a, b, c, d, 0L, 0L);
}

// fstat(2) itself: that of glibc before 2.39 is newfstatat(2), by which names can be asked for as well, and is allowed to
// no decoder.
//
// `status` is a `struct stat`; its header would take the name away from Swift's Glibc.
static inline int barline_fstat(int descriptor, void *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

// <linux/landlock.h> in the form of ABI 6 (Linux 6.12), of which older kernels take the beginning. The header of older
// systems ends with ABI 1.
struct barline_landlock_domain {
  unsigned long long files, ports, scopes;
};
struct barline_landlock_path {
  unsigned long long rights;
  int descriptor;
} __attribute__((packed));

// <bits/fcntl-linux.h>.
enum { BARLINE_F_SETSIG = 10, BARLINE_O_PATH = 010000000 };
