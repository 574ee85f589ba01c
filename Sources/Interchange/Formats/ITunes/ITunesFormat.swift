internal import MixtapeModel
internal import XMLReading

/// The library of iTunes and Apple Music as XML: a property list of tracks and playlists.
public struct ITunesFormat: InterchangeFormat {
  init() {}

  /// The name on the command line.
  public var name: String { "itunes" }
  /// The name in sentences.
  public var title: String { "an iTunes library" }
  /// The extensions of its files.
  public var fileExtensions: [String] { ["xml", "plist"] }

  /// The aspects of playlists that the format has.
  public var capabilities: Capabilities {
    Capabilities(
      canWrite: false,
      [
        .severalPlaylists: .full,
        .folders: .full,
        .key(.name): .full,
        .key(.description): .full,
        .key(.episodes): .full,
        .key(.conditions): .partial("rules about fields that Mixtape has"),
        .key(.match): .full,
        .key(.sort): .partial("with a limit"),
        .key(.limit): .full,
        .entry(.location): .full,
        .entry(.title): .full,
        .entry(.artist): .full,
        .entry(.album): .full,
        .entry(.genre): .full,
        .entry(.duration): .full,
        .entry(.trackNumber): .full,
        .listening: .full,
      ])
  }

  /// Returns whether the content is a property list with tracks or playlists.
  public func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    guard text.contains("<plist") || text.contains("<!doctype plist") else { return .no }
    return text.contains("<key>tracks</key>") || text.contains("<key>music folder")
      || text.contains("application version")
      ? .certain : .possible
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) -> InterchangeReading {
    if bytes.starts(with: "bplist".utf8) {
      return .refused("this is a binary property list; export the library as XML")
    }
    let (reader, root) = MarkupDocument.open(bytes)
    if let root, ["rss", "feed", "RDF"].contains(root.name.local) { return .refusedPodcast }
    guard let root, root.name.local == "plist" else {
      return .refused("this is not an iTunes library: the document has no element `plist`")
    }
    var library = ITunesLibraryReader()
    library.read(reader)
    var reading = library.finished()
    MarkupDocument.report(reader, in: &reading)
    return reading
  }

  /// Returns no bytes: Mixtape does not write this format.
  public func write(_ document: InterchangeDocument) -> [UInt8] { [] }
}
