/// The format of lists of subscribed podcasts: OPML. It stands beside the formats of playlists, which have episodes.
public enum SubscriptionFormat {
  /// The name on the command line.
  public static let name = "opml"
  /// The name in sentences.
  public static let title = "OPML"
  /// The extension of its files.
  public static let fileExtension = "opml"

  /// Returns whether a file is a list of subscribed podcasts, by its content, else by its name.
  ///
  /// - Parameter name: The name of the file; `nil` for standard input.
  public static func recognizes(_ bytes: [UInt8], name: String?) -> Bool {
    let sample = FormatSample(bytes, size: InterchangeFormats.sampleSize)
    if sample.text.contains("<opml") { return true }
    return name.map(hasExtension) ?? false && InterchangeFormats.format(of: bytes, name: name) == nil
  }

  /// Returns whether a file has the extension of the format.
  public static func hasExtension(_ name: String) -> Bool {
    InterchangeFormats.fileExtension(of: name)?.lowercased() == fileExtension
  }
}
