internal import FileSystem

/// What the index says of one file, without its path.
struct IndexEntry: Sendable {
  /// The status the file had when its content was last known to be that of ``id``.
  var status: FileStatus
  let device: UInt32
  let mode: FileMode
  let id: ObjectID

  /// Flags as the file has them, without the length of the name.
  private let flags: UInt16
  private let extendedFlags: UInt16

  /// Records a file. Without a status, git reads the file when it next wants to know whether it has changed.
  ///
  /// - Parameter isLeftOut: Whether a sparse checkout leaves the file out of the work tree.
  init(id: ObjectID, mode: FileMode, status: FileStatus?, isLeftOut: Bool = false) {
    self.id = id
    self.mode = mode
    self.status = status ?? .none
    device = 0
    flags = isLeftOut ? Self.extendedFlag : 0
    extendedFlags = isLeftOut ? Self.leftOutFlag : 0
  }

  /// The side of a conflict that the entry records, or 0 where there is none.
  var stage: Int { Int(flags >> 12 & 0b11) }

  /// Whether a sparse checkout leaves the file out of the work tree.
  var isLeftOut: Bool { extendedFlags & Self.leftOutFlag != 0 }

  /// `skip-worktree`, among the extended flags.
  private static let leftOutFlag: UInt16 = 1 << 14

  /// Whether the file may have changed, after the index recorded it, without a trace in its status: it was changed no
  /// earlier than the index was written, or git itself has marked it by a size of 0.
  func isRacy(written: FileStatus.Time?) -> Bool {
    guard let written else { return true }
    return status.modified >= written || status.size == 0
  }
}

extension IndexEntry {
  /// How many bytes come before the name.
  var encodedSize: Int { Self.fixedSize + (isExtended ? 2 : 0) }

  /// The bytes before the name where there are no extended flags.
  static let fixedSize = 62

  /// The length of a name that says that it is this or longer.
  static let longName: UInt16 = 0xFFF

  var isExtended: Bool { flags & Self.extendedFlag != 0 }

  private static let extendedFlag: UInt16 = 1 << 14

  /// Reads the entry that starts at `start`, with the length of its name; nil where the bytes end before.
  init?(decoding bytes: UnsafeRawBufferPointer, at start: Int, nameLength: inout Int) {
    guard start + Self.fixedSize + 2 <= bytes.count, let base = bytes.baseAddress else { return nil }
    func number(_ offset: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self))
    }
    func shortNumber(_ offset: Int) -> UInt16 {
      UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt16.self))
    }
    status = FileStatus(
      changed: .init(seconds: Int32(bitPattern: number(0)), nanoseconds: number(4)),
      modified: .init(seconds: Int32(bitPattern: number(8)), nanoseconds: number(12)),
      inode: number(20), user: number(28), group: number(32), size: number(36))
    device = number(16)
    mode = FileMode(rawValue: number(24))
    id = ObjectID(loading: base + start + 40)
    let flags = shortNumber(60)
    nameLength = Int(flags & Self.longName)
    self.flags = flags & ~Self.longName
    extendedFlags = flags & Self.extendedFlag == 0 ? 0 : shortNumber(62)
  }

  /// Writes the entry up to its name.
  func encode(nameLength: Int, into bytes: inout [UInt8]) {
    let numbers = (
      status.changed.seconds.bigEndian, status.changed.nanoseconds.bigEndian, status.modified.seconds.bigEndian,
      status.modified.nanoseconds.bigEndian, device.bigEndian, status.inode.bigEndian, mode.rawValue.bigEndian,
      status.user.bigEndian, status.group.bigEndian, status.size.bigEndian
    )
    // All at once, as there may be ten thousand entries.
    withUnsafeBytes(of: numbers) { bytes.append(contentsOf: $0) }
    id.append(to: &bytes)
    bytes.append(bigEndian: flags | UInt16(min(nameLength, Int(Self.longName))))
    if isExtended { bytes.append(bigEndian: extendedFlags) }
  }
}
