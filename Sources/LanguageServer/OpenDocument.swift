internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import SystemPackage

/// A document that the editor has open.
struct OpenDocument {
  /// The kinds of files, which have different keys.
  enum Kind { case playlist, podcast, settings, other }

  let address: String
  let path: FilePath?
  /// The store that contains the file; `nil` outside of stores.
  let store: Store?
  let version: Int?
  var text: EditorText

  /// The kind of the file, by its place in the store.
  var kind: Kind {
    guard let store, var rest = path, rest.removePrefix(store.directory.lexicallyNormalized()) else { return .other }
    if rest.string == StoreFile.name { return .settings }
    guard rest.extension == "toml" else { return .other }
    return switch rest.components.first?.string {
    case "playlists", "templates": .playlist
    case "library": .podcast
    default: .other
    }
  }

  /// The values of the valid lines.
  var document: TOMLDocument { TOMLDocument(parsing: text.bytes) }
}

/// An id of an episode in a text, with its place, quotes included.
struct EpisodeMention {
  let id: Episode.ID
  let range: Range<Int>
}

extension OpenDocument {
  /// The ids in the array `episodes` of a playlist, in source order, also if other lines have errors.
  var episodeMentions: [EpisodeMention] {
    guard kind == .playlist, let array = document.root[PlaylistKey.episodes.rawValue]?.array else { return [] }
    return array.compactMap { element in
      element.string.flatMap(Episode.ID.init(rawValue:)).map { EpisodeMention(id: $0, range: element.range.offsets) }
    }
  }

  /// Returns the id of an episode at an offset.
  func episodeMention(at offset: Int) -> EpisodeMention? {
    episodeMentions.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// The playlists that rules name, without quotes, in source order.
  var namedPlaylists: [(id: Playlist.ID, range: Range<Int>)] {
    guard kind == .playlist, let id = Playlist.ID(rawValue: path?.stem ?? "") else { return [] }
    return PlaylistFile(parsing: text.bytes, id: id).namedPlaylists.map { ($0.value, $0.range.offsets) }
  }
}
