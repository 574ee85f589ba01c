/// A filter of files by the suffix of their names. Names that begin with `.` are ignored.
struct NameFilter: Sendable {
  let suffix: [UInt8]

  /// Returns whether a name has the suffix and is not hidden.
  func includes(_ name: some BidirectionalCollection<UInt8>) -> Bool { !Self.isHidden(name) && endsInSuffix(name) }

  /// Returns whether a name has the suffix, and something before it.
  func endsInSuffix(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }

  /// Returns whether a name is hidden.
  static func isHidden(_ name: some Collection<UInt8>) -> Bool { name.first == UInt8(ascii: ".") }
}
