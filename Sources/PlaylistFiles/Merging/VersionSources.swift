/// The bytes of the three versions of a file, with one style of line ends.
///
/// The side that changed the line ends decides about the style; LF if both sides created the file with different ones. The other
/// versions are converted, including their multi-line strings, so that line ends alone are no change of a value.
struct VersionSources {
  private(set) var base: [UInt8]
  private(set) var ours: [UInt8]
  private(set) var theirs: [UInt8]
  /// The usual line end of all versions.
  let lineEnd: [UInt8]

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let styles = [base, ours, theirs].map(Self.lineEnd)
    if base.isEmpty, !ours.isEmpty, !theirs.isEmpty {
      lineEnd = styles[1] == styles[2] ? styles[1] : Array("\n".utf8)
    } else {
      lineEnd = styles[1] == styles[0] && (!base.isEmpty || ours.isEmpty) ? styles[2] : styles[1]
    }
    guard Set(styles).count > 1 else { return }
    if styles[0] != lineEnd { self.base = Self.converted(base, to: lineEnd) }
    if styles[1] != lineEnd { self.ours = Self.converted(ours, to: lineEnd) }
    if styles[2] != lineEnd { self.theirs = Self.converted(theirs, to: lineEnd) }
  }

  /// The versions: base, ours, theirs.
  var all: [[UInt8]] { [base, ours, theirs] }

  /// The result if at most one side changed the file; `nil` if both did.
  var unchanged: MergedFile? {
    if base == theirs || ours == theirs { return MergedFile(ours) }
    return base == ours ? MergedFile(theirs) : nil
  }

  private static func lineEnd(of source: [UInt8]) -> [UInt8] {
    var (plain, withReturn, previous): (Int, Int, UInt8) = (0, 0, 0)
    for byte in source {
      if byte == UInt8(ascii: "\n") { if previous == UInt8(ascii: "\r") { withReturn += 1 } else { plain += 1 } }
      previous = byte
    }
    return Array(withReturn > plain ? "\r\n".utf8 : "\n".utf8)
  }

  private static func converted(_ source: [UInt8], to lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + source.count / 16)
    for byte in source {
      guard byte == UInt8(ascii: "\n") else {
        result.append(byte)
        continue
      }
      if result.last == UInt8(ascii: "\r") { result.removeLast() }
      result += lineEnd
    }
    return result
  }
}
