import SystemPackage

/// What happens at one of the system calls by which a program changes files.
struct Fault: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// The program is killed before the call.
    case kill
    /// The program is killed after half of the bytes of a write.
    case tear
    /// The call fails.
    case failure(Errno)
    /// Half of the bytes of a write are written, and the call says so.
    case shortWrite
    /// The program gets a signal.
    case signal(CInt)
  }

  let kind: Kind
  /// Which of the calls it is, from 1.
  let position: Int
  /// Whether it happens at all calls from there on.
  var lasts = false

  var description: String { "\(kind) at call \(position)\(lasts ? " and from there on" : "")" }
}

/// A system call by which a program is about to change a file.
struct Call: Sendable, CustomStringConvertible {
  /// The name, as in the manual.
  let name: String
  /// The file; of a renaming, the one that gets another name.
  let path: String

  var description: String { "\(name) \(path)" }

  var isWrite: Bool { ["write", "pwrite64"].contains(name) }

  var isSync: Bool { ["fsync", "fdatasync", "syncfs"].contains(name) }
}
