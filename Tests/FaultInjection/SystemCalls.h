#pragma once

// The arguments of a system call that name its file.
typedef enum {
  // Arguments: path.
  subject_path,
  // Arguments: descriptor of a directory, path.
  subject_path_in_directory,
  // Arguments: descriptor.
  subject_descriptor,
  // Arguments: irrelevant path, path.
  subject_second_path,
  // Arguments: the same, directory, path.
  subject_second_path_in_directory,
} subject_kind;

// A system call that changes files.
typedef struct {
  const char *name;
  long number;
  subject_kind subject;
  // The index of the argument with the number of bytes to write, or -1.
  int length;
} writing_call;

// Returns the call with a number, or NULL if it does not change files or is unknown.
const writing_call *writing_call_with(long number);

// Installs a filter that allows the system calls that cannot change files, and stops at all others for the tracer. Safe
// after `fork`. Returns 0, or -1 with `errno`.
int stop_at_writing_calls(void);
