internal import MixtapeModel

/// JSPF: XSPF as JSON.
struct JSPFFormat: InterchangeFormat {
  var name: String { "jspf" }
  var title: String { "JSPF" }
  var fileExtensions: [String] { ["jspf"] }

  var capabilities: Capabilities { .xspf }
  var locationStyle: LocationStyle { .address }

  /// Returns whether the content begins like a JSPF file.
  func recognizes(_ start: FormatSample) -> Recognition {
    guard let keys = JSONMembers.keys(in: start.text) else { return .no }
    return keys.isDisjoint(with: ["playlist", "playlists", "track"]) ? .no : .certain
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = TextDecoding.source(of: bytes)
    do throws(JSONReader.Failure) {
      let root = try JSONReader.read(source, decodingStringsBy: TextDecoding.line)
      var reader = JSPFReader(source)
      let playlists = reader.playlists(root)
      guard !playlists.isEmpty else { return .refused("this is not JSPF: there is no object `playlist`") }
      let document = InterchangeDocument(playlists: playlists.map { reader.playlist($0).withPlainAnnotation })
      reader.reading.document = document
      return reader.reading
    } catch {
      return .refused(error, in: source)
    }
  }

  /// Writes a document. Several playlists become an array.
  func write(_ document: InterchangeDocument) -> [UInt8] {
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

/// A writer of the objects of JSPF.
enum JSPFWriter {
  /// Returns the object `playlist`.
  static func node(_ playlist: InterchangePlaylist) -> JSONNode {
    .object([
      ("title", playlist.name.map(JSONNode.string)),
      ("annotation", playlist.annotation.map(JSONNode.string)),
      ("extension", own(playlist)),
      ("track", .array(playlist.entries.map(track))),
    ])
  }

  private static func track(_ entry: InterchangeEntry) -> JSONNode {
    .object([
      ("location", texts(entry.locations)),
      ("identifier", texts(entry.identifiers)),
      ("title", entry.title.map(JSONNode.string)),
      ("creator", entry.artist.map(JSONNode.string)),
      ("image", entry.image.map(JSONNode.string)),
      ("album", entry.album.map(JSONNode.string)),
      ("trackNum", entry.trackNumber.map { JSONNode(.number(String($0))) }),
      ("duration", entry.duration.map { JSONNode.number(($0 * 1000).rounded()) }),
      ("extension", own(entry)),
    ])
  }

  private static func own(_ playlist: InterchangePlaylist) -> JSONNode? {
    let keys = PlaylistKey.allCases.compactMap { key in playlist.keys[key].map { (key.rawValue, $0.node) } }
    let members: [(String, JSONNode?)] = [
      ("id", playlist.id.map { .string($0.rawValue) }),
      ("folder", playlist.folders.isEmpty ? nil : .array(playlist.folders.map(JSONNode.string))),
      ("keys", keys.isEmpty ? nil : .object(keys)),
      ("file", playlist.fileText.map(JSONNode.string)),
    ]
    return ownExtension(members)
  }

  private static func own(_ entry: InterchangeEntry) -> JSONNode? {
    let members: [(String, JSONNode?)] = [
      ("episode", entry.episode.map { .string($0.rawValue) }),
      ("found", entry.isFound ? true : nil),
      ("guid", entry.guid.map(JSONNode.string)),
      ("feed", entry.feed.map(JSONNode.string)),
      ("feedGuid", entry.feedGuid.map(JSONNode.string)),
      ("genre", entry.genre.map(JSONNode.string)),
    ]
    return ownExtension(members)
  }

  private static func texts(_ texts: [String]) -> JSONNode? {
    texts.isEmpty ? nil : .array(texts.map(JSONNode.string))
  }

  /// Returns an object with Mixtape's extension; `nil` if that has no members.
  private static func ownExtension(_ members: [(String, JSONNode?)]) -> JSONNode? {
    members.allSatisfy { $0.1 == nil }
      ? nil : .object([(MixtapeExtension.application, .array([.object(members)]))])
  }
}
