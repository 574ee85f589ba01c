internal import FileSystem

/// A file in git's index, without its path.
struct GitIndexEntry: Equatable, Sendable {
  /// The status of the file when its content was last known to be that of ``id``.
  var status: FileStatus
  let device: UInt32
  let mode: FileMode
  let id: ObjectID

  /// The flags of the format, without the length of the name.
  private let flags: UInt16
  private let extendedFlags: UInt16

  /// Makes an entry. Without a status, git reads the file when it next looks for changes.
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

  /// The side of a conflict that the entry records, or 0 without a conflict.
  var stage: Int { Int(flags >> 12 & 0b11) }

  /// Whether a sparse checkout leaves the file out of the work tree.
  var isLeftOut: Bool { extendedFlags & Self.leftOutFlag != 0 }

  /// Whether git takes the file for unchanged without looking at it.
  var isAssumedUnchanged: Bool { flags & Self.assumedUnchangedFlag != 0 }

  /// `assume-unchanged`, among the flags.
  private static let assumedUnchangedFlag: UInt16 = 1 << 15

  /// `skip-worktree`, among the extended flags.
  private static let leftOutFlag: UInt16 = 1 << 14

  /// Returns whether the file may have changed without a change of its status, after the index recorded it: it was
  /// changed no earlier than the index was written, or git has marked it by a size of 0.
  func isRacy(written: FileStatus.Time?) -> Bool {
    guard let written else { return true }
    return status.modified >= written || status.size == 0
  }
}

// MARK: - Bytes

extension GitIndexEntry {
  /// The number of bytes before the name.
  var encodedSize: Int { Self.fixedSize + (isExtended ? 2 : 0) }

  /// The number of bytes before the name without extended flags.
  static let fixedSize = 62

  /// The length of a name that stands for this and greater lengths.
  static let longName = 0xFFF

  /// Whether the entry has extended flags, which version 2 does not support.
  var isExtended: Bool { flags & Self.extendedFlag != 0 }

  private static let extendedFlag: UInt16 = 1 << 14

  /// Reads an entry up to its name, and the length of the name; `nil` if too few bytes are left.
  init?(parsing bytes: RawSpan, with reader: inout ByteReader, nameLength: inout Int) {
    guard let changedSeconds = reader.bigEndian(Int32.self, in: bytes),
      let changedNanoseconds = reader.bigEndian(UInt32.self, in: bytes),
      let modifiedSeconds = reader.bigEndian(Int32.self, in: bytes),
      let modifiedNanoseconds = reader.bigEndian(UInt32.self, in: bytes),
      let device = reader.bigEndian(UInt32.self, in: bytes), let inode = reader.bigEndian(UInt32.self, in: bytes),
      let mode = reader.bigEndian(UInt32.self, in: bytes), let user = reader.bigEndian(UInt32.self, in: bytes),
      let group = reader.bigEndian(UInt32.self, in: bytes), let size = reader.bigEndian(UInt32.self, in: bytes),
      let id = reader.skip(ObjectID.byteCount, in: bytes), let flags = reader.bigEndian(UInt16.self, in: bytes)
    else { return nil }
    status = FileStatus(
      changed: .init(seconds: changedSeconds, nanoseconds: changedNanoseconds),
      modified: .init(seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds), inode: inode, user: user,
      group: group, size: size)
    self.device = device
    self.mode = FileMode(rawValue: mode)
    self.id = ObjectID(bytes.extracting(id))
    nameLength = Int(flags) & Self.longName
    self.flags = flags & ~UInt16(Self.longName)
    guard flags & Self.extendedFlag != 0 else {
      extendedFlags = 0
      return
    }
    guard let extended = reader.bigEndian(UInt16.self, in: bytes) else { return nil }
    extendedFlags = extended
  }

  /// Appends the bytes of the entry up to its name.
  func encode(nameLength: Int, into bytes: inout [UInt8]) {
    bytes.append(bigEndian: status.changed.seconds)
    bytes.append(bigEndian: status.changed.nanoseconds)
    bytes.append(bigEndian: status.modified.seconds)
    bytes.append(bigEndian: status.modified.nanoseconds)
    bytes.append(bigEndian: device)
    bytes.append(bigEndian: status.inode)
    bytes.append(bigEndian: mode.rawValue)
    bytes.append(bigEndian: status.user)
    bytes.append(bigEndian: status.group)
    bytes.append(bigEndian: status.size)
    id.append(to: &bytes)
    bytes.append(bigEndian: flags | UInt16(min(nameLength, Self.longName)))
    if isExtended { bytes.append(bigEndian: extendedFlags) }
  }
}
