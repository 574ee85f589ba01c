/// The formats of music files that are read, by the extensions of their names.
public enum MusicFormat {
  /// The extensions, in lower case.
  public static let extensions: Set<String> = [
    "mp3", "m4a", "m4b", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff", "aifc", "ape", "wv",
  ]

  /// Returns whether a file name has one of the extensions, in any case.
  static func isName(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }
}
