#pragma once

// Runs a program, and stops it or lets a system call fail at one exact place.
//
// The program is traced. A filter lets the calls pass that cannot change a file, and stops it at all others. A call that
// is known to change files, and whose file lies below a certain directory, has a position, from 1. Children of the
// program run undisturbed.

// What happens at a position.
typedef enum {
  // Nothing: the program runs to its end.
  fault_none,
  // The program is killed before the call.
  fault_kill,
  // The program is killed after half of the bytes of a write. Of another call, before it.
  fault_tear,
  // The call fails, and nothing has happened.
  fault_fail,
  // Half of the bytes of a write are written, and the call says so. Another call happens as it is.
  fault_shorten,
  // The program gets a signal, and the call happens as it is unless that has ended the program.
  fault_signal,
} fault_action;

typedef struct {
  fault_action action;
  // The position; nothing happens where it is 0.
  long position;
  // Whether it happens at all later positions too.
  int lasts;
  // The `errno` of a call that fails, or the number of a signal.
  int error;
} fault_plan;

typedef struct {
  // The path of the program and its arguments, and the environment; both end in NULL.
  const char *const *arguments;
  const char *const *environment;
  // Where it runs, and the file that takes both of its outputs.
  const char *directory;
  const char *output;
  // The directory in which calls are counted, without links in its path.
  const char *below;
} fault_program;

typedef struct {
  long position;
  // The name of the call, or NULL of one that is not known: then `number` tells it, and it has no position.
  const char *name;
  long number;
  // The path that it changes; of a renaming, the old one.
  const char *path;
} fault_call;

// Hears of every call before it happens, while the program stands still.
typedef void (*fault_observer)(void *context, const fault_call *call);

typedef struct {
  // What `waitpid` says of the program.
  int status;
  // How many positions there were.
  long count;
  // Whether the planned position was reached.
  int reached;
} fault_outcome;

// Whether this system can do it. 0, or 1.
int fault_is_supported(void);

// Runs the program on the calling thread until it and its children have ended. Returns 0, or an `errno`.
int fault_run(
  const fault_program *program, const fault_plan *plan, fault_observer observer, void *context, fault_outcome *outcome);
