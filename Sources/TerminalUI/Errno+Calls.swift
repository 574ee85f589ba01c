package import SystemPackage

/// Runs a call of `FileDescriptor`, which throws nothing but `Errno` without saying so.
package func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .ioError
  }
}
