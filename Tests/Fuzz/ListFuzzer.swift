internal import Foundation
@testable internal import Interchange
internal import MixtapeModel

/// Reads a file as the formats that recognize it, and as one more. The lists are imported, and written in one format: a format that
/// is read again after it was written stays as it is.
///
/// The length of the input chooses the other format to read, and the one to write: all of them would take ten times as long.
func fuzzList(_ input: [UInt8]) throws {
  let sample = FormatSample(input, size: InterchangeFormats.sampleSize)
  let another = InterchangeFormats.all[input.count % InterchangeFormats.all.count].name
  let written = InterchangeFormats.all.filter { $0.capabilities.canWrite && $0.capabilities.canRead }
  let other = written[input.count % written.count]
  for format in InterchangeFormats.all where format.name == another || format.recognizes(sample) != .no {
    guard let document = format.read(input).document else { continue }
    check(document)
    _ = other.losses(of: document)
    checkStability(of: document, in: other)
  }
  // The fuzzer does not find base64 in XML by itself.
  let rules = Data(input).base64EncodedString()
  let library = """
    <plist><dict><key>Playlists</key><array><dict><key>Name</key><string>a</string><key>Smart Info</key>
    <data>AQEBAwAAAAIAAAAZAAAAAAAAAAcAAAAA</data><key>Smart Criteria</key><data>\(rules)</data></dict></array></dict></plist>
    """
  if let document = InterchangeFormats.named("itunes")?.read(Array(library.utf8)).document { check(document) }
}

/// An importer with a library in which entries are looked up. Each document is imported by a copy.
private let newImporter: PlaylistImporter = {
  let episodes = FuzzedLibrary.shared.episodes
  return PlaylistImporter(library: [Podcast(id: episodes[0].id.podcast, title: "Show", episodes: episodes)])
}()

/// Imports a document. All names, ids, rules and comments are valid.
private func check(_ document: InterchangeDocument) {
  var importer = newImporter
  let origin = PlaylistImporter.Origin(name: "list", directory: "/music", folders: ["a"])
  for imported in importer.playlists(of: document, from: origin) {
    precondition(TitleRules.violation(in: imported.playlist.name) == nil, "the name is invalid")
    precondition(NameRules.violation(in: imported.playlist.id.rawValue) == nil, "the id is invalid")
    for comment in imported.comments.values {
      precondition(MissingEntry(comment: comment)?.comment == comment, "a comment is read as another one: \(comment)")
      precondition(
        !comment.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "a comment has more than a line")
    }
    for entry in imported.entries {
      precondition(Episode.ID(rawValue: entry.id.rawValue) != nil, "the id of an episode is invalid")
    }
  }
}

/// Writes and reads a list again and again. An unusual location may take two rounds to its final form: a path of Windows after
/// further slashes gets slashes first.
private func checkStability(of document: InterchangeDocument, in format: any InterchangeFormat) {
  guard let list = document.playlists.first else { return }
  let first = copy(of: list, in: format)
  let second = copy(of: first, in: format)
  let third = copy(of: second, in: format)
  precondition(second == third, "\(format.name) changes what it has read: \(second)\nnow: \(third)")
  precondition(
    first.withoutLocations == second.withoutLocations,
    "\(format.name) changes what it has read: \(first)\nnow: \(second)")
}

/// Returns a list as it is after it was exported and read again, without the lines of its entries.
private func copy(of list: InterchangePlaylist, in format: any InterchangeFormat) -> InterchangePlaylist {
  var exported = list
  for entry in exported.entries.indices {
    exported.entries[entry].locations = exported.entries[entry].locations.map {
      format.locationStyle.text(of: Location($0))
    }
  }
  let bytes = format.write(InterchangeDocument(playlists: [exported]))
  guard var read = format.read(bytes).document?.playlists.first else {
    preconditionFailure("\(format.name) does not read what it wrote")
  }
  for entry in read.entries.indices { read.entries[entry].line = 0 }
  return read
}

extension InterchangePlaylist {
  fileprivate var withoutLocations: InterchangePlaylist {
    var copy = self
    for entry in copy.entries.indices { copy.entries[entry].locations = [] }
    return copy
  }
}
