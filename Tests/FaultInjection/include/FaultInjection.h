#pragma once

// Runs a program, and stops it or makes a system call fail at one exact position.
//
// The program is traced. A filter allows the calls that cannot change files, and stops at all others. A call that is
// known to change files, and whose file is below a given directory, has a position, counted from 1. Either the calls of the
// program count, or those of its children.

// The fault at a position.
typedef enum {
  // None: the program runs to its end.
  fault_none,
  // The program is killed before the call.
  fault_kill,
  // The program is killed after half of the bytes of a write; for other calls, before the call.
  fault_tear,
  // The call fails without an effect.
  fault_fail,
  // A write writes half of the bytes and returns their number. Other calls are not changed.
  fault_shorten,
  // The program gets a signal. The call is not changed, unless the signal has ended the program.
  fault_signal,
} fault_action;

typedef struct {
  fault_action action;
  // The position; 0 for no fault.
  long position;
  // Whether the fault also occurs at all later positions.
  int lasts;
  // The `errno` of a failing call, or the number of a signal.
  int error;
} fault_plan;

typedef struct {
  // The path of the program and its arguments, and the environment; both end in NULL.
  const char *const *arguments;
  const char *const *environment;
  // The working directory, and the file for both outputs.
  const char *directory;
  const char *output;
  // The directory whose calls are counted, with no links in its path.
  const char *below;
  // The file on standard input.
  const char *input;
  // Whether the calls of children count, and not those of the program. Faults then affect the child that makes the call.
  int in_children;
} fault_program;

typedef struct {
  long position;
  // The name of the call; NULL for an unknown one, which has only a `number` and no position.
  const char *name;
  long number;
  // The path that the call changes; for a renaming, the old path.
  const char *path;
} fault_call;

// Called before every call, while the program is stopped.
typedef void (*fault_observer)(void *context, const fault_call *call);

typedef struct {
  // The status of the program from `waitpid`.
  int status;
  // The number of positions.
  long count;
  // Whether the planned position was reached.
  int reached;
} fault_outcome;

// Returns 1 if this system supports tracing, else 0.
int fault_is_supported(void);

// Runs the program, traced by the calling thread, until it and its children have ended. Returns 0, or an `errno`.
int fault_run(
  const fault_program *program, const fault_plan *plan, fault_observer observer, void *context, fault_outcome *outcome);
