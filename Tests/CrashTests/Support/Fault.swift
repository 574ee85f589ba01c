import SystemPackage

/// A fault at a system call that changes files.
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
    /// The program receives a signal.
    case signal(CInt)
  }

  let kind: Kind
  /// The number of the call, from 1.
  let position: Int
  /// Whether the fault affects all later calls too.
  var lasts = false

  var description: String { "\(kind) at call \(position)\(lasts ? " and from there on" : "")" }
}

/// A system call that changes a file.
struct Call: Sendable, CustomStringConvertible {
  /// The name of the system call.
  let name: String
  /// The file; for a renaming, the file with the old name.
  let path: String

  var description: String { "\(name) \(path)" }

  var isWrite: Bool { ["write", "pwrite64"].contains(name) }

  var isSync: Bool { ["fsync", "fdatasync", "syncfs"].contains(name) }
}
