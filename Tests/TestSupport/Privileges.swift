internal import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Runs `body` as one who does not stand above permissions, which root does. Concerns this thread alone.
public func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
  guard geteuid() == 0 else { return try body() }
  // The module map of Glibc leaves `setfsuid` out.
  let function = try #require(dlsym(nil, "setfsuid"))
  let setFileSystemUser = unsafeBitCast(function, to: (@convention(c) (uid_t) -> CInt).self)
  // Nobody, on every Linux.
  _ = setFileSystemUser(65_534)
  defer { _ = setFileSystemUser(0) }
  return try body()
}
