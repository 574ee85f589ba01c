#ifdef __linux__
#define _GNU_SOURCE

#include "Registers.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

int read_pending_call(pid_t thread, pending_call *call) {
  struct __ptrace_syscall_info info;
  memset(&info, 0, sizeof info);
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0) return -1;
  call->number = (long)info.seccomp.nr;
  for (int index = 0; index < 6; index++) call->arguments[index] = info.seccomp.args[index];
  return 0;
}

#if defined(__x86_64__)

int change_argument(pid_t thread, int index, unsigned long value) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return -1;
  switch (index) {
  case 2: registers.rdx = value; break;
  case 3: registers.r10 = value; break;
  default: errno = EINVAL; return -1;
  }
  return (int)ptrace(PTRACE_SETREGS, thread, 0, &registers);
}

int skip_call(pid_t thread, long result) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return -1;
  registers.orig_rax = (unsigned long long)-1;
  registers.rax = (unsigned long long)result;
  return (int)ptrace(PTRACE_SETREGS, thread, 0, &registers);
}

#elif defined(__aarch64__)

static int set_register(pid_t thread, int index, unsigned long long value) {
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &all) != 0) return -1;
  registers.regs[index] = value;
  return (int)ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &all);
}

int change_argument(pid_t thread, int index, unsigned long value) { return set_register(thread, index, value); }

int skip_call(pid_t thread, long result) {
  int number = -1;
  struct iovec call = {&number, sizeof number};
  if (ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &call) != 0) return -1;
  return set_register(thread, 0, (unsigned long long)result);
}

#else
#error "Say how a system call is skipped on this processor."
#endif

#else
typedef int nothing_to_compile;
#endif
