internal import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The id of an unprivileged user: nobody, on every Linux.
public let otherUser: UInt32 = 65_534

/// Runs `body` without the privileges of root, so that permissions apply. This affects only this thread and threads
/// that it creates: `body` must not run programs, because Foundation keeps the threads that it creates for them.
public func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
  guard geteuid() == 0 else { return try body() }
  // The module map of Glibc does not include `setfsuid`.
  let function = try #require(dlsym(nil, "setfsuid"))
  let setFileSystemUser = unsafeBitCast(function, to: (@convention(c) (uid_t) -> CInt).self)
  _ = setFileSystemUser(otherUser)
  defer { _ = setFileSystemUser(0) }
  return try body()
}
