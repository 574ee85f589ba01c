import Dispatch
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals that ask the process to end: from the keyboard, from another process, or because the terminal is gone.
///
/// The first asks, so that what is under way can be brought to its end. The next ends the process as if nobody listened.
enum Interruption {
  /// Where a signal leaves its mark. A handler of signals may do next to nothing, but it may write.
  private static let mark = Atomic<CInt>(-1)

  /// Calls `body` on another thread when the process is asked to end.
  static func whenAsked(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    let pipe = try withErrno { try FileDescriptor.pipe() }
    mark.store(pipe.writeEnd.rawValue, ordering: .sequentiallyConsistent)
    DispatchQueue(label: "mixtape.interruption").async {
      var byte: UInt8 = 0
      while read(pipe.readEnd.rawValue, &byte, 1) == -1 && errno == EINTR {}
      body()
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let usual = signal(number) { _ in Interruption.leaveMark() }
      // What was ignored from the beginning, as by `nohup`, stays so.
      if unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  private static func leaveMark() {
    var byte: UInt8 = 0
    _ = write(mark.load(ordering: .sequentiallyConsistent), &byte, 1)
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
    signal(SIGHUP, SIG_DFL)
  }
}
