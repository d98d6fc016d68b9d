#pragma once
#include <libintl.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <time.h>

// Swift's Glibc module is built without _GNU_SOURCE and leaves these out (glibc 2.9, 2.34, 2.30, 2.6, 2.30, 2.13 and 2.3.4).
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int sync_file_range(int descriptor, long long from, long long count, unsigned int flags);
int gettid(void);
int sched_getaffinity(int process, unsigned long bytes, void *mask);
int prlimit(int process, int resource, const struct rlimit *limit, struct rlimit *old);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);

// Swift takes the name for that of a structure.
static inline int barline_flock(int descriptor, int operation) { return flock(descriptor, operation); }
enum { BARLINE_LOCK_EX_NB = LOCK_EX | LOCK_NB };

// <linux/fcntl.h>: F_LINUX_SPECIFIC_BASE + 7.
enum { BARLINE_F_SETPIPE_SZ = 1031 };
// <bits/fcntl-linux.h>.
enum { BARLINE_SYNC_FILE_RANGE_WRITE = 2 };
