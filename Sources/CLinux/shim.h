#pragma once
#include <spawn.h>

// Swift's Glibc module is built without _GNU_SOURCE and leaves these out (glibc 2.9 and 2.34).
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// <linux/fcntl.h>: F_LINUX_SPECIFIC_BASE + 7.
enum { BARLINE_F_SETPIPE_SZ = 1031 };
