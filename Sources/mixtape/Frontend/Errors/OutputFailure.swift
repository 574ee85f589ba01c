import SystemPackage

/// A failure to write to standard output.
struct OutputFailure: Error {
  let cause: Errno
}
