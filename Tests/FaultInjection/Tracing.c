#ifdef __linux__
#define _GNU_SOURCE

#include "FaultInjection.h"
#include "Registers.h"
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// A run of a program.
typedef struct {
  const fault_program *program;
  const fault_plan *plan;
  fault_observer observer;
  void *context;
  fault_outcome *outcome;
  pid_t process;
} trace;

// MARK: - The program

// Replaces a child made by `fork` by the program.
static void become(const fault_program *program, int gate) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof usual / sizeof *usual; index++) signal(usual[index], SIG_DFL);
  // The tracer writes when it is attached.
  char go;
  if (read(gate, &go, 1) != 1) _exit(125);
  int input = open(program->input, O_RDONLY);
  int output = open(program->output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (input < 0 || output < 0 || chdir(program->directory) != 0) _exit(126);
  dup2(input, 0);
  dup2(output, 1);
  dup2(output, 2);
  syscall(SYS_close_range, 3, ~0U, 0);
  if (stop_at_writing_calls() != 0) _exit(127);
  execve(program->arguments[0], (char *const *)program->arguments, (char *const *)program->environment);
  _exit(127);
}

// Starts the program, traced by this thread.
static int start(trace *trace) {
  int gate[2];
  if (pipe2(gate, O_CLOEXEC) != 0) return errno;
  trace->process = fork();
  if (trace->process == 0) become(trace->program, gate[0]);
  int error = trace->process < 0 ? errno : 0;
  close(gate[0]);
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
                 PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
  if (error == 0 && ptrace(PTRACE_SEIZE, trace->process, 0, options) != 0) {
    error = errno;
    kill(trace->process, SIGKILL);
    waitpid(trace->process, NULL, 0);
  }
  if (error == 0 && write(gate[1], "!", 1) != 1) error = errno;
  close(gate[1]);
  return error;
}

// MARK: - Subjects of calls

// Copies a string from a thread's memory, page by page.
static void copy_string(pid_t thread, unsigned long address, char *text, size_t size) {
  size_t count = 0;
  while (count < size - 1) {
    size_t page = 4096 - (address + count) % 4096;
    size_t wanted = size - 1 - count < page ? size - 1 - count : page;
    struct iovec here = {text + count, wanted};
    struct iovec there = {(void *)(address + count), wanted};
    ssize_t copied = process_vm_readv(thread, &here, 1, &there, 1, 0);
    if (copied <= 0) break;
    if (memchr(text + count, 0, (size_t)copied) != NULL) return;
    count += (size_t)copied;
  }
  text[count] = 0;
}

static void path_of_link(char *path, size_t size, const char *format, pid_t thread, int descriptor) {
  char link[64];
  snprintf(link, sizeof link, format, thread, descriptor);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void path_in(pid_t thread, int directory, unsigned long address, char *path, size_t size) {
  char name[PATH_MAX];
  copy_string(thread, address, name, sizeof name);
  if (name[0] == '/') {
    snprintf(path, size, "%s", name);
    return;
  }
  char base[PATH_MAX];
  if (directory == AT_FDCWD) {
    path_of_link(base, sizeof base, "/proc/%d/cwd", thread, 0);
  } else {
    path_of_link(base, sizeof base, "/proc/%d/fd/%d", thread, directory);
  }
  // Without a name, the subject is the descriptor of the directory, as for `futimens`.
  snprintf(path, size, name[0] == 0 ? "%s" : "%s/%s", base, name);
}

static void find_path(pid_t thread, const writing_call *kind, const pending_call *call, char *path, size_t size) {
  const unsigned long *arguments = call->arguments;
  switch (kind->subject) {
  case subject_path: path_in(thread, AT_FDCWD, arguments[0], path, size); break;
  case subject_second_path:
    // `symlinkat` has the directory between the two paths.
    if (kind->number == SYS_symlinkat) {
      path_in(thread, (int)arguments[1], arguments[2], path, size);
    } else {
      path_in(thread, AT_FDCWD, arguments[1], path, size);
    }
    break;
  case subject_path_in_directory: path_in(thread, (int)arguments[0], arguments[1], path, size); break;
  case subject_second_path_in_directory: path_in(thread, (int)arguments[2], arguments[3], path, size); break;
  case subject_descriptor: path_of_link(path, size, "/proc/%d/fd/%d", thread, (int)arguments[0]); break;
  }
}

static int is_below(const char *path, const char *directory) {
  size_t length = strlen(directory);
  return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// MARK: - Effects on calls

// Lets a thread make its call, and waits until it is complete. Calls of other threads wait meanwhile, so that all
// earlier calls are complete before a call, and no later one has started.
static void make_call(trace *trace, pid_t thread) {
  int signal = 0;
  while (ptrace(PTRACE_SYSCALL, thread, 0, signal) == 0) {
    int status;
    if (waitpid(thread, &status, __WALL) != thread) return;
    if (!WIFSTOPPED(status)) {
      if (thread == trace->process) trace->outcome->status = status;
      return;
    }
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) return;
    signal = status >> 16 == 0 ? WSTOPSIG(status) : 0;
  }
}

static void apply(trace *trace, pid_t thread, const writing_call *kind, const pending_call *call) {
  const fault_plan *plan = trace->plan;
  pid_t victim = trace->program->in_children ? thread : trace->process;
  int halves = kind->length >= 0 && call->arguments[kind->length] > 1;
  switch (plan->action) {
  case fault_none: break;
  case fault_kill: kill(victim, SIGKILL); return;
  case fault_signal: kill(victim, plan->error); break;
  case fault_fail: skip_call(thread, -plan->error); return;
  case fault_tear:
  case fault_shorten:
    if (halves) change_argument(thread, kind->length, call->arguments[kind->length] / 2);
    break;
  }
  if (plan->action != fault_tear || halves) make_call(trace, thread);
  if (plan->action == fault_tear) kill(victim, SIGKILL);
}

static void meet(trace *trace, pid_t thread) {
  // Children of the program are separate processes.
  int is_child = syscall(SYS_tgkill, trace->process, thread, 0) != 0;
  if (is_child != trace->program->in_children) return;
  pending_call call;
  if (read_pending_call(thread, &call) != 0) return;
  const writing_call *kind = writing_call_with(call.number);
  char path[2 * PATH_MAX] = "";
  if (kind == NULL) {
    fault_call unknown = {0, NULL, call.number, path};
    trace->observer(trace->context, &unknown);
    return;
  }
  find_path(thread, kind, &call, path, sizeof path);
  if (!is_below(path, trace->program->below)) return;
  long position = ++trace->outcome->count;
  fault_call known = {position, kind->name, call.number, path};
  trace->observer(trace->context, &known);
  const fault_plan *plan = trace->plan;
  if (plan->position == 0 || position < plan->position || (position > plan->position && !plan->lasts)) {
    make_call(trace, thread);
  } else {
    trace->outcome->reached = 1;
    apply(trace, thread, kind, &call);
  }
}

// Continues a stopped thread.
static void handle_stop(trace *trace, pid_t thread, int status) {
  int event = status >> 16;
  if (event == PTRACE_EVENT_SECCOMP) meet(trace, thread);
  // This fails if the thread was killed meanwhile.
  ptrace(PTRACE_CONT, thread, 0, event == 0 ? WSTOPSIG(status) : 0);
}

int fault_run(
  const fault_program *program, const fault_plan *plan, fault_observer observer, void *context,
  fault_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  trace trace = {program, plan, observer, context, outcome, 0};
  int error = start(&trace);
  if (error != 0) return error;
  while (1) {
    int status;
    // Only children of this thread, because other threads wait for theirs.
    pid_t thread = waitpid(-1, &status, __WALL | __WNOTHREAD);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) return errno == ECHILD ? 0 : errno;
    if (WIFSTOPPED(status)) {
      handle_stop(&trace, thread, status);
    } else if (thread == trace.process) {
      outcome->status = status;
    }
  }
}

int fault_is_supported(void) { return 1; }

#else

#include "FaultInjection.h"
#include <errno.h>

int fault_is_supported(void) { return 0; }

int fault_run(
  const fault_program *program, const fault_plan *plan, fault_observer observer, void *context,
  fault_outcome *outcome) {
  return ENOSYS;
}

#endif
