#pragma once

// Where a system call says which file it is about.
typedef enum {
  // Arguments: path.
  subject_path,
  // Arguments: descriptor of a directory, path.
  subject_path_in_directory,
  // Arguments: descriptor.
  subject_descriptor,
  // Arguments: path of nothing that matters, path.
  subject_second_path,
  // Arguments: the same, directory, path.
  subject_second_path_in_directory,
} subject_kind;

// A system call that changes files.
typedef struct {
  const char *name;
  long number;
  subject_kind subject;
  // Which argument says how many bytes are written, or -1.
  int length;
} writing_call;

// The call with a number, or NULL of one that does not change files or is not known.
const writing_call *writing_call_with(long number);

// Lets the system calls of this process pass that cannot change files, and stops it at the others for its tracer. Safe
// after `fork`. Returns 0, or -1 with `errno`.
int stop_at_writing_calls(void);
