internal import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Another user than the one who runs the tests: nobody, on every Linux.
public let otherUser: UInt32 = 65_534

/// Runs `body` as one who does not stand above permissions, which root does. Concerns this thread alone, and
/// those that it makes: `body` must not run programs, for which Foundation makes threads that other tests get later.
public func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
  guard geteuid() == 0 else { return try body() }
  // The module map of Glibc leaves `setfsuid` out.
  let function = try #require(dlsym(nil, "setfsuid"))
  let setFileSystemUser = unsafeBitCast(function, to: (@convention(c) (uid_t) -> CInt).self)
  _ = setFileSystemUser(otherUser)
  defer { _ = setFileSystemUser(0) }
  return try body()
}
