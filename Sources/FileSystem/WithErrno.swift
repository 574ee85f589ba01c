package import SystemPackage

/// Runs calls of `FileDescriptor`. They throw only `Errno`, but their declarations do not say so.
package func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .ioError
  }
}
