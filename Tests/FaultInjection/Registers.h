#pragma once
#include <sys/types.h>

// A system call that a traced thread is about to make.
typedef struct {
  long number;
  unsigned long arguments[6];
} pending_call;

// Each returns 0, or -1 with `errno`.
int read_pending_call(pid_t thread, pending_call *call);
int change_argument(pid_t thread, int index, unsigned long value);
// Skips the call, and lets it return `result`.
int skip_call(pid_t thread, long result);
