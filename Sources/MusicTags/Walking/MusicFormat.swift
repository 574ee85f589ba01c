/// The formats of music files that are read, by the extensions of their names.
public enum MusicFormat {
  /// The extensions, in lower case.
  public static let extensions: Set<String> = [
    "mp3", "m4a", "m4b", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff", "aifc", "ape", "wv",
  ]

  /// Returns whether a file name has one of the extensions, in any case.
  static func isName(_ name: [UInt8]) -> Bool { fileExtension(of: name).map(extensions.contains) ?? false }

  /// Returns the extension of a sound file that is not read, in lower case; `nil` for other files.
  static func unsupported(name: [UInt8]) -> String? {
    fileExtension(of: name).flatMap { unsupported.contains($0) ? $0 : nil }
  }

  /// The extensions of sound files whose tags are not read.
  private static let unsupported: Set<String> = [
    "wma", "dsf", "dff", "mpc", "mp+", "mpp", "mp2", "tta", "tak", "aac", "ac3", "dts", "mka", "weba", "amr", "spx",
    "shn",
    "ofr", "au", "ra", "rm", "aa", "aax", "m4p", "mid", "midi", "mod", "xm", "s3m", "it",
  ]

  private static func fileExtension(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
