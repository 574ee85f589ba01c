#ifdef __linux__
#define _GNU_SOURCE

#include "SystemCalls.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(name, subject, length) {#name, SYS_##name, subject, length}

static const writing_call writing_calls[] = {
#ifdef SYS_open
  CALL(open, subject_path, -1),
  CALL(creat, subject_path, -1),
  CALL(rename, subject_path, -1),
  CALL(link, subject_second_path, -1),
  CALL(symlink, subject_second_path, -1),
  CALL(unlink, subject_path, -1),
  CALL(mkdir, subject_path, -1),
  CALL(rmdir, subject_path, -1),
  CALL(chmod, subject_path, -1),
  CALL(chown, subject_path, -1),
  CALL(lchown, subject_path, -1),
  CALL(utime, subject_path, -1),
  CALL(utimes, subject_path, -1),
  CALL(futimesat, subject_path_in_directory, -1),
  CALL(mknod, subject_path, -1),
#endif
#ifdef SYS_renameat
  CALL(renameat, subject_path_in_directory, -1),
#endif
  CALL(openat, subject_path_in_directory, -1),
  CALL(openat2, subject_path_in_directory, -1),
  CALL(renameat2, subject_path_in_directory, -1),
  CALL(linkat, subject_second_path_in_directory, -1),
  CALL(symlinkat, subject_second_path, -1),
  CALL(unlinkat, subject_path_in_directory, -1),
  CALL(mkdirat, subject_path_in_directory, -1),
  CALL(mknodat, subject_path_in_directory, -1),
  CALL(fchmodat, subject_path_in_directory, -1),
  CALL(fchownat, subject_path_in_directory, -1),
  CALL(utimensat, subject_path_in_directory, -1),
  CALL(truncate, subject_path, -1),
  CALL(setxattr, subject_path, -1),
  CALL(lsetxattr, subject_path, -1),
  CALL(removexattr, subject_path, -1),
  CALL(lremovexattr, subject_path, -1),
  CALL(write, subject_descriptor, 2),
  CALL(pwrite64, subject_descriptor, 2),
  CALL(writev, subject_descriptor, -1),
  CALL(pwritev, subject_descriptor, -1),
  CALL(pwritev2, subject_descriptor, -1),
  CALL(sendfile, subject_descriptor, 3),
  CALL(ftruncate, subject_descriptor, -1),
  CALL(fallocate, subject_descriptor, -1),
  CALL(fsync, subject_descriptor, -1),
  CALL(fdatasync, subject_descriptor, -1),
  CALL(sync_file_range, subject_descriptor, -1),
  CALL(syncfs, subject_descriptor, -1),
  CALL(fchmod, subject_descriptor, -1),
  CALL(fchown, subject_descriptor, -1),
  CALL(fsetxattr, subject_descriptor, -1),
  CALL(fremovexattr, subject_descriptor, -1),
};

const writing_call *writing_call_with(long number) {
  for (size_t index = 0; index < sizeof writing_calls / sizeof *writing_calls; index++) {
    if (writing_calls[index].number == number) return &writing_calls[index];
  }
  return NULL;
}

// MARK: - The filter

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define PASS BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define STOP BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE)
#define PASS_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), PASS
#define PASS_CALL(name) PASS_IF(SYS_##name)

// Opening only for reading changes nothing.
#define PASS_READING(name, flags) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(args[flags]), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0), PASS, STOP

// Mapped memory changes the file if it is shared and writable.
#define PASS_PRIVATE_MEMORY \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6), LOAD(args[2]), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 0, 2), LOAD(args[3]), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 1, 0), PASS, STOP

static const struct sock_filter filter[] = {
  LOAD(nr),
  PASS_READING(openat, 2),
#ifdef SYS_open
  PASS_READING(open, 1),
#endif
  PASS_PRIVATE_MEMORY,
  // Reading files and their status.
  PASS_CALL(read), PASS_CALL(pread64), PASS_CALL(readv), PASS_CALL(preadv), PASS_CALL(preadv2), PASS_CALL(lseek),
  PASS_CALL(close), PASS_CALL(close_range), PASS_CALL(dup), PASS_CALL(dup3), PASS_CALL(pipe2), PASS_CALL(fcntl),
  PASS_CALL(ioctl), PASS_CALL(flock), PASS_CALL(fstat), PASS_CALL(statx), PASS_CALL(statfs), PASS_CALL(fstatfs),
  PASS_CALL(faccessat), PASS_CALL(faccessat2), PASS_CALL(readlinkat), PASS_CALL(getdents64), PASS_CALL(getcwd),
  PASS_CALL(chdir), PASS_CALL(fchdir), PASS_CALL(umask), PASS_CALL(getxattr), PASS_CALL(lgetxattr), PASS_CALL(fadvise64),
  PASS_CALL(inotify_init1), PASS_CALL(inotify_add_watch), PASS_CALL(inotify_rm_watch),
#ifdef SYS_newfstatat
  PASS_CALL(newfstatat),
#endif
#ifdef SYS_stat
  PASS_CALL(stat), PASS_CALL(lstat), PASS_CALL(access), PASS_CALL(readlink), PASS_CALL(getdents), PASS_CALL(dup2),
  PASS_CALL(pipe), PASS_CALL(poll), PASS_CALL(select), PASS_CALL(fork), PASS_CALL(vfork), PASS_CALL(getpgrp),
  PASS_CALL(arch_prctl), PASS_CALL(time), PASS_CALL(alarm), PASS_CALL(epoll_wait), PASS_CALL(epoll_create),
#endif
  // Memory, threads, signals, time.
  PASS_CALL(brk), PASS_CALL(munmap), PASS_CALL(mremap), PASS_CALL(mprotect), PASS_CALL(madvise), PASS_CALL(futex),
  PASS_CALL(membarrier), PASS_CALL(rseq), PASS_CALL(set_robust_list), PASS_CALL(set_tid_address), PASS_CALL(gettid),
  PASS_CALL(getpid), PASS_CALL(getppid), PASS_CALL(tgkill), PASS_CALL(kill), PASS_CALL(clone), PASS_CALL(clone3),
  PASS_CALL(execve), PASS_CALL(exit), PASS_CALL(exit_group), PASS_CALL(wait4), PASS_CALL(waitid), PASS_CALL(prctl),
  PASS_CALL(prlimit64), PASS_CALL(getrlimit), PASS_CALL(getrusage), PASS_CALL(sysinfo), PASS_CALL(uname),
  PASS_CALL(getuid), PASS_CALL(geteuid), PASS_CALL(getgid), PASS_CALL(getegid), PASS_CALL(getgroups), PASS_CALL(getpgid),
  PASS_CALL(setpgid), PASS_CALL(getsid), PASS_CALL(setsid), PASS_CALL(setpriority), PASS_CALL(getpriority),
  PASS_CALL(sched_yield), PASS_CALL(sched_getaffinity), PASS_CALL(sched_setaffinity), PASS_CALL(sched_getparam),
  PASS_CALL(sched_getscheduler), PASS_CALL(sched_get_priority_max), PASS_CALL(sched_get_priority_min),
  PASS_CALL(rt_sigaction), PASS_CALL(rt_sigprocmask), PASS_CALL(rt_sigreturn), PASS_CALL(sigaltstack),
  PASS_CALL(clock_gettime), PASS_CALL(clock_getres), PASS_CALL(clock_nanosleep), PASS_CALL(nanosleep),
  PASS_CALL(gettimeofday), PASS_CALL(getrandom), PASS_CALL(restart_syscall), PASS_CALL(getcpu), PASS_CALL(setitimer),
  // Sockets, also those with a name in the store.
  PASS_CALL(socket), PASS_CALL(socketpair), PASS_CALL(bind), PASS_CALL(listen), PASS_CALL(accept), PASS_CALL(accept4),
  PASS_CALL(connect), PASS_CALL(sendto), PASS_CALL(recvfrom), PASS_CALL(sendmsg), PASS_CALL(recvmsg), PASS_CALL(getsockname),
  PASS_CALL(getpeername), PASS_CALL(setsockopt), PASS_CALL(getsockopt), PASS_CALL(shutdown),
  // Waiting in libdispatch.
  PASS_CALL(epoll_create1), PASS_CALL(epoll_ctl), PASS_CALL(epoll_pwait), PASS_CALL(eventfd2), PASS_CALL(ppoll),
  PASS_CALL(pselect6), PASS_CALL(timerfd_create), PASS_CALL(timerfd_settime), PASS_CALL(signalfd4),
  PASS_CALL(pidfd_open),
  STOP,
};

int stop_at_writing_calls(void) {
  struct sock_fprog program = {sizeof filter / sizeof *filter, (struct sock_filter *)filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else
typedef int nothing_to_compile;
#endif
