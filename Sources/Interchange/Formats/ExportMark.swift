/// The mark in files that Mixtape keeps up to date and overwrites.
public enum ExportMark {
  private static let m3u = "# Kept up to date by Mixtape. Changes here are overwritten."
  private static let xml = "<!-- Kept up to date by Mixtape. Changes here are overwritten. -->"

  /// Adds the mark after the first line of a file.
  public static func added(to bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes }
    let mark = bytes.first == UInt8(ascii: "<") ? xml : m3u
    return Array(bytes[...end]) + mark.utf8 + bytes[end...]
  }

  /// Returns whether a line of M3U is the mark.
  static func isMark(_ line: some Sequence<UInt8>) -> Bool { line.elementsEqual(m3u.utf8) }

  /// Returns whether a file has the mark.
  public static func isPresent(in bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(1024).split(separator: 0x0A, maxSplits: 2)
    return lines.dropFirst().first.map { $0.elementsEqual(m3u.utf8) || $0.elementsEqual(xml.utf8) } ?? false
  }
}
