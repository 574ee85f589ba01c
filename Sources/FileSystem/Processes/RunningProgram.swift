package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#endif

/// The program that runs as this process.
package enum RunningProgram {
  /// The path of its file, without symbolic links; `nil` if the system does not tell. `proc(5)`, `dyld(3)`.
  package static var path: FilePath? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var bytes = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return resolved(bytes.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } } ?? "")
    #else
      return resolved("/proc/self/exe")
    #endif
  }

  private static func resolved(_ path: FilePath) -> FilePath? {
    do throws(Errno) { return try SystemCalls.resolved(path) } catch { return nil }
  }
}
