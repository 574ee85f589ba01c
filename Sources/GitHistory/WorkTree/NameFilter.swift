/// A filter of files by their names, which have to end in a suffix. Names that begin with `.` are ignored.
struct NameFilter: Sendable {
  let suffix: [UInt8]

  /// Whether a file of the name counts.
  func includes(_ name: some BidirectionalCollection<UInt8>) -> Bool { !Self.isHidden(name) && endsInSuffix(name) }

  /// Whether a name has the suffix, and something before it.
  func endsInSuffix(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }

  /// Whether a file or directory of the name is ignored.
  static func isHidden(_ name: some Collection<UInt8>) -> Bool { name.first == UInt8(ascii: ".") }
}
