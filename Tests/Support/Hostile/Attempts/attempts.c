// attempts.c
// Each attempt is a function that returns 0 when it got what it wanted. Raw system calls where the C library would do
// something else first.
#define _GNU_SOURCE
#include "include/attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

// Where the life line is: the first number, a power of two, that this process may not open. And where the name of the program that may be
// started lay (Sources/Host/Locking).
static int life_line(void) {
  int number = 256;
  while (number > 8 && fcntl(number, F_GETFD) < 0) number /= 2;
  return number;
}
#define LIFELINE life_line()
#define PLACE ((void *)0x200000)

typedef const struct hostile_targets *targets;
#define RESULT(expression) ((expression) < 0 ? errno : 0)

// Files.
static int reading(const char *path, int flags) {
  int file = open(path, flags);
  char byte;
  return RESULT(file < 0 ? -1 : read(file, &byte, 1));
}
static int read_file(targets t) { return reading(t->file, O_RDONLY); }
static int read_passwords(targets t) { (void)t; return reading("/etc/shadow", O_RDONLY); }
static int read_by_openat2(targets t) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  return RESULT(syscall(437, AT_FDCWD, t->file, how, sizeof how));
}
static int list_folder(targets t) {
  char entries[4096];
  int folder = open(t->folder, O_RDONLY | O_DIRECTORY);
  return RESULT(folder < 0 ? -1 : syscall(SYS_getdents64, folder, entries, sizeof entries));
}
static int size_by_name(targets t) {
  struct stat status;
  return RESULT(syscall(SYS_newfstatat, AT_FDCWD, t->file, &status, AT_EMPTY_PATH));
}
static char *inside(targets t, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", t->folder, name);
  return path;
}
static int write_new(targets t) { return RESULT(open(inside(t, "new"), O_WRONLY | O_CREAT, 0600)); }
static int write_unnamed(targets t) { return RESULT(open(t->folder, O_RDWR | O_TMPFILE, 0600)); }
static int write_over(targets t) { return RESULT(open(t->file, O_WRONLY)); }
static int empty_file(targets t) { return RESULT(truncate(t->file, 0)); }
static int empty_by_open(targets t) { return RESULT(open(t->file, O_RDONLY | O_TRUNC)); }
static int delete_file(targets t) { return RESULT(unlink(t->file)); }
static int rename_file(targets t) { return RESULT(rename(t->file, inside(t, "renamed"))); }
static int link_file(targets t) { return RESULT(link(t->file, inside(t, "linked"))); }
static int make_folder(targets t) { return RESULT(mkdir(inside(t, "folder"), 0700)); }
static int make_link(targets t) { return RESULT(symlink("/", inside(t, "link"))); }
static int make_device(targets t) { return RESULT(mknod(inside(t, "fifo"), S_IFIFO | 0600, 0)); }
static int change_mode(targets t) { return RESULT(chmod(t->file, 0777)); }
static int change_owner(targets t) { return RESULT(chown(t->file, -1, -1)); }
static int change_times(targets t) { return RESULT(utimensat(AT_FDCWD, t->file, NULL, 0)); }

// The network, and other programs.
static int socket_of(int domain) { return RESULT(socket(domain, SOCK_STREAM, 0)); }
static int socket_inet(targets t) { (void)t; return socket_of(AF_INET); }
static int socket_unix(targets t) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, t->socket, sizeof address.sun_path - 1);
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  return RESULT(end < 0 ? -1 : connect(end, (struct sockaddr *)&address, sizeof address));
}
static int socket_abstract(targets t) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + 1, t->socket, sizeof address.sun_path - 2);
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  return RESULT(end < 0 ? -1 : connect(end, (struct sockaddr *)&address, sizeof address));
}
static int socket_pair(targets t) { (void)t; int ends[2]; return RESULT(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)); }
static int send_to_address(targets t) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = 53};
  (void)t;
  return RESULT(syscall(SYS_sendto, 0, "x", 1, 0, &address, sizeof address));
}

// Programs.
static char *const shell[] = {"sh", "-c", "exit 0", NULL};
static int start_shell(targets t) { (void)t; return RESULT(execve("/bin/sh", shell, NULL)); }
static int start_by_descriptor(targets t) { (void)t; return RESULT(syscall(SYS_execveat, -1, "/bin/sh", shell, NULL, 0)); }
static int start_again(targets t) { (void)t; return RESULT(execve(PLACE, shell, NULL)); }
static int name_by_mapping(targets t) {
  void *page = mmap(PLACE, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (page == MAP_FAILED) return errno;
  strcpy(page, "/bin/sh");
  return start_again(t);
}
static int name_by_moving(targets t) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  strcpy(page, "/bin/sh");
  if (mremap(page, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, PLACE) == MAP_FAILED) return errno;
  return start_again(t);
}
static int name_by_growing(targets t) {
  char *page = mmap((void *)0x400000, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_GROWSDOWN, -1, 0);
  if (page == MAP_FAILED) return errno;
  strcpy(PLACE, "/bin/sh");
  return start_again(t);
}
static int name_by_kernel(targets t) {
#ifdef SYS_arch_prctl
  // ARCH_MAP_VDSO_64: the kernel's own code for programs is put there, and can be written over then.
  if (syscall(SYS_arch_prctl, 0x2003, PLACE) < 0) return errno;
  if (mprotect(PLACE, 4096, PROT_READ | PROT_WRITE) < 0) return errno;
  strcpy(PLACE, "/bin/sh");
  return start_again(t);
#else
  return name_by_mapping(t);
#endif
}
static int name_from_zero(targets t) {
  // Root may begin there.
  void *page = mmap(NULL, 3 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (page == MAP_FAILED) return errno;
  strcpy(PLACE, "/bin/sh");
  return start_again(t);
}
static int name_by_filling(targets t) {
  // Until no address is left but the low ones, from 64 TiB down. What is refused then is the memory itself.
  char *page = NULL;
  for (long size = 1L << 46; size >= 4096; size /= 2)
    while ((page = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) != MAP_FAILED)
      if (page <= (char *)PLACE && page + size > (char *)PLACE && mprotect(PLACE, 4096, PROT_READ | PROT_WRITE) == 0) {
        strcpy(PLACE, "/bin/sh");
        return start_again(t);
      }
  return errno;
}
static int fork_child(targets t) {
  (void)t;
  pid_t child = fork();
  if (child == 0) _exit(0);
  return RESULT(child);
}
static int fork_by_vfork(targets t) {
  (void)t;
#ifdef SYS_vfork
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return RESULT(child);
#else
  return fork_child(t);
#endif
}
static int fork_by_clone3(targets t) { (void)t; uint64_t how[11] = {0}; return RESULT(syscall(SYS_clone3, how, sizeof how)); }
static int fork_with_high_bits(targets t) {
  (void)t;
  // The kernel drops the upper half; a thread's bit there must count for nothing.
  long child = syscall(SYS_clone, 0x0001000000000011L, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return RESULT(child);
}
static int thread_waited_for(targets t) {
  // CLONE_VM, CLONE_SIGHAND, CLONE_THREAD, and CLONE_VFORK: whoever waits so seems to wait for a disk.
  (void)t;
  long child = syscall(SYS_clone, 0x14900L, 0, 0, 0, 0);
  if (child == 0) syscall(SYS_exit, 0);
  return RESULT(child);
}
static int spawn_program(targets t) {
  (void)t;
  pid_t child;
  return posix_spawn(&child, "/bin/sh", NULL, NULL, shell, NULL);
}

// Code.
static int mapping(int protection, int flags, int file) {
  return mmap(NULL, 4096, protection, flags, file, 0) == MAP_FAILED ? errno : 0;
}
static int code_by_mmap(targets t) { (void)t; return mapping(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
static int code_without_writing(targets t) { (void)t; return mapping(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
static int code_of_file(targets t) { (void)t; return mapping(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE, 3); }
static int code_by_mprotect(targets t) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  (void)t;
  return RESULT(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}
static int code_by_memfd(targets t) { (void)t; return RESULT(memfd_create("code", 0)); }
static int code_by_pkey(targets t) { (void)t; return RESULT(syscall(SYS_pkey_mprotect, PLACE, 4096, PROT_EXEC, -1)); }
static int code_by_shared_memory(targets t) { (void)t; return RESULT(syscall(SYS_shmget, 0, 4096, 01777)); }

// The process that started it.
static int parent_memory(targets t) {
  char here[8];
  struct iovec near = {here, sizeof here}, far = {here, sizeof here};
  return RESULT(syscall(SYS_process_vm_readv, t->parent, &near, 1, &far, 1, 0));
}
static int parent_memory_file(targets t) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)t->parent);
  return RESULT(open(path, O_RDONLY));
}
static int parent_traced(targets t) { return RESULT(ptrace(PTRACE_ATTACH, t->parent, 0, 0)); }
static int parent_killed(targets t) { return RESULT(kill(t->parent, 0)); }
static int parent_thread_killed(targets t) { return RESULT(syscall(SYS_tgkill, t->parent, t->parent, 0)); }
static int parent_by_pidfd(targets t) { return RESULT(syscall(434, t->parent, 0)); }
static int parent_descriptor(targets t) { (void)t; return RESULT(syscall(438, 0, 0, 0)); }

// The life line, and the locks themselves.
static int lifeline_closed(targets t) { (void)t; return RESULT(syscall(SYS_close, LIFELINE)); }
static int lifeline_closed_by_high_bits(targets t) { (void)t; return RESULT(syscall(SYS_close, 0x100000000L + LIFELINE)); }
static int lifeline_closed_in_range(targets t) { (void)t; return RESULT(syscall(436, LIFELINE, LIFELINE, 0)); }
static int lifeline_covered(targets t) { (void)t; return RESULT(syscall(SYS_dup3, 0, LIFELINE, 0)); }
static int lifeline_silenced(targets t) { (void)t; return RESULT(fcntl(LIFELINE, F_SETFL, 0)); }
static int lifeline_given_away(targets t) { (void)t; return RESULT(fcntl(LIFELINE, F_SETOWN, 1)); }
static int lifeline_softened(targets t) { (void)t; return RESULT(fcntl(LIFELINE, F_SETSIG, SIGCONT)); }
static int lifeline_closed_by_start(targets t) { (void)t; return RESULT(fcntl(LIFELINE, F_SETFD, FD_CLOEXEC)); }
static int lifeline_by_ioctl(targets t) { int off = 0; (void)t; return RESULT(ioctl(LIFELINE, FIOASYNC, &off)); }
static int limits_raised(targets t) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  (void)t;
  return RESULT(syscall(SYS_prlimit64, 0, RLIMIT_DATA, &limit, NULL));
}
static int dumpable_again(targets t) { (void)t; return RESULT(prctl(PR_SET_DUMPABLE, 1)); }
static int traced_by_anybody(targets t) { (void)t; return RESULT(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY)); }
static int personality_changed(targets t) { (void)t; return RESULT(syscall(SYS_personality, 0x0400000)); }
static int namespaces(targets t) { (void)t; return RESULT(unshare(CLONE_NEWUSER)); }

// More than it needs.
static int memory(targets t) {
  // Mapped, not touched: the limit counts it all the same.
  (void)t;
  for (int blocks = 0; blocks < 64; blocks++)
    if (mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
      return errno;
  return 0;
}
static int memory_made_read_only(targets t) {
  // No limit counts what is made read-only after it was written, but that of addresses.
  (void)t;
  for (int blocks = 0; blocks < 2048; blocks++) {
    void *block = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED || mprotect(block, 64 << 20, PROT_READ) < 0) return errno;
  }
  return 0;
}
static int memory_shared(targets t) { (void)t; return mapping(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1); }
static int room_on_disk(targets t) {
  // FALLOC_FL_KEEP_SIZE: the length stays, so that no limit of it is met. 4 is the file that may be written.
  (void)t;
  return RESULT(syscall(SYS_fallocate, 4, 1, 0, 64L << 20));
}
static int descriptors(targets t) {
  (void)t;
  for (int count = 0; count < 1000; count++)
    if (fcntl(0, F_DUPFD_CLOEXEC, 0) < 0) return errno;
  return 0;
}

#define ATTEMPT(name) {#name, name}
static const struct {
  const char *name;
  int (*attempt)(targets);
} all[] = {
    ATTEMPT(read_file), ATTEMPT(read_passwords), ATTEMPT(read_by_openat2), ATTEMPT(size_by_name), ATTEMPT(list_folder), ATTEMPT(write_new),
    ATTEMPT(write_unnamed), ATTEMPT(write_over), ATTEMPT(empty_file), ATTEMPT(empty_by_open), ATTEMPT(delete_file),
    ATTEMPT(rename_file), ATTEMPT(link_file), ATTEMPT(make_folder), ATTEMPT(make_link), ATTEMPT(make_device),
    ATTEMPT(change_mode), ATTEMPT(change_owner), ATTEMPT(change_times), ATTEMPT(socket_inet), ATTEMPT(socket_unix),
    ATTEMPT(socket_abstract), ATTEMPT(socket_pair), ATTEMPT(send_to_address), ATTEMPT(start_shell),
    ATTEMPT(start_by_descriptor), ATTEMPT(start_again), ATTEMPT(name_by_mapping), ATTEMPT(name_by_moving),
    ATTEMPT(name_by_growing), ATTEMPT(name_by_kernel), ATTEMPT(name_from_zero), ATTEMPT(name_by_filling), ATTEMPT(fork_child), ATTEMPT(fork_by_vfork),
    ATTEMPT(fork_by_clone3), ATTEMPT(fork_with_high_bits), ATTEMPT(thread_waited_for), ATTEMPT(spawn_program), ATTEMPT(code_by_mmap),
    ATTEMPT(code_without_writing), ATTEMPT(code_of_file), ATTEMPT(code_by_mprotect), ATTEMPT(code_by_memfd),
    ATTEMPT(code_by_pkey), ATTEMPT(code_by_shared_memory), ATTEMPT(parent_memory), ATTEMPT(parent_memory_file),
    ATTEMPT(parent_traced), ATTEMPT(parent_killed), ATTEMPT(parent_thread_killed), ATTEMPT(parent_by_pidfd),
    ATTEMPT(parent_descriptor), ATTEMPT(lifeline_closed), ATTEMPT(lifeline_closed_by_high_bits),
    ATTEMPT(lifeline_closed_in_range), ATTEMPT(lifeline_covered), ATTEMPT(lifeline_silenced),
    ATTEMPT(lifeline_given_away), ATTEMPT(lifeline_softened), ATTEMPT(lifeline_by_ioctl), ATTEMPT(lifeline_closed_by_start), ATTEMPT(limits_raised),
    ATTEMPT(dumpable_again), ATTEMPT(traced_by_anybody), ATTEMPT(personality_changed), ATTEMPT(namespaces),
    ATTEMPT(memory), ATTEMPT(memory_made_read_only), ATTEMPT(memory_shared), ATTEMPT(room_on_disk), ATTEMPT(descriptors),
};

const char *hostile_name(int number) {
  return number < (int)(sizeof all / sizeof all[0]) ? all[number].name : NULL;
}

int hostile_attempt(const char *name, const struct hostile_targets *targets) {
  for (int number = 0; hostile_name(number); number++)
    if (strcmp(all[number].name, name) == 0) return all[number].attempt(targets);
  // Not an attempt: it computes, and does not end.
  for (volatile int turns = 0;; turns++) {}
}

int hostile_call(long number) { return RESULT(syscall(number, 0, 0, 0, 0, 0, 0)); }
