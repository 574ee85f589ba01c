internal import MixtapeModel

/// JSPF: XSPF as JSON.
public struct JSPFFormat: InterchangeFormat {
  init() {}

  /// The name on the command line.
  public var name: String { "jspf" }
  /// The name in sentences.
  public var title: String { "JSPF" }
  /// The extensions of its files.
  public var fileExtensions: [String] { ["jspf"] }

  /// The aspects of playlists that the format has.
  public var capabilities: Capabilities { .xspf }
  /// Addresses.
  public var locationStyle: LocationStyle { .address }

  /// Returns whether the content begins like a JSPF file.
  public func recognizes(_ start: FormatSample) -> Recognition {
    guard let keys = JSONMembers.keys(in: start.text) else { return .no }
    return keys.isDisjoint(with: ["playlist", "playlists", "track"]) ? .no : .certain
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) -> InterchangeReading {
    do throws(JSONReader.Failure) {
      let source = TextDecoding.source(of: bytes)
      let root = try JSONReader.read(source.bytes)
      var reader = JSPFReader(source.bytes)
      let playlists = reader.playlists(root)
      guard !playlists.isEmpty else { return .refused("this is not JSPF: there is no object `playlist`") }
      let document = InterchangeDocument(playlists: playlists.map { reader.playlist($0).withPlainAnnotation })
      reader.reading.document = document
      return reader.reading
    } catch {
      return InterchangeReading(diagnostics: [InterchangeDiagnostic(.error, error.message, at: error.offset, in: bytes)]
      )
    }
  }

  /// Writes a document. Several playlists become an array.
  public func write(_ document: InterchangeDocument) -> [UInt8] {
    let playlists = document.playlists.map { JSONNode.object([("playlist", JSPFWriter.node($0))]) }
    return JSONWriter.document(playlists.count == 1 ? playlists[0] : .array(playlists))
  }
}

extension Capabilities {
  /// The capabilities of XSPF and JSPF.
  static let xspf = Capabilities(xspfAspects.merging(xspfKeys) { aspect, _ in aspect })

  /// The keys of a playlist. XSPF has elements for some of them; an extension keeps all others.
  private static let xspfKeys = Dictionary(
    uniqueKeysWithValues: PlaylistKey.allCases.map { key in
      (Aspect.key(key), [.name, .description, .episodes].contains(key) ? Support.full : .inExtension)
    })

  private static let xspfAspects: [Aspect: Support] = [
    .severalPlaylists: .none,
    .folders: .inExtension,
    .id: .inExtension,
    .fileText: .inExtension,
    .entry(.episodeID): .inExtension,
    .entry(.location): .full,
    .entry(.title): .full,
    .entry(.artist): .full,
    .entry(.album): .full,
    .entry(.genre): .inExtension,
    .entry(.duration): .full,
    .entry(.trackNumber): .full,
    .entry(.image): .full,
    .entry(.guid): .inExtension,
    .entry(.feed): .inExtension,
    .entry(.identifier): .full,
  ]
}
