internal import Feeds
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The library of Rhythmbox, `rhythmdb.xml`: tracks with ratings and plays. Its playlists are in another file.
struct RhythmboxFormat: InterchangeFormat {
  var name: String { "rhythmbox" }
  var title: String { "a Rhythmbox library" }
  /// None: `.xml` is the extension of iTunes libraries, too, and the content tells them apart.
  var fileExtensions: [String] { [] }

  var capabilities: Capabilities { Capabilities(canWrite: false, [.listening: .full]) }

  /// Returns whether the content has the element `rhythmdb`.
  func recognizes(_ start: FormatSample) -> Recognition { start.text.contains("<rhythmdb") ? .certain : .no }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let (reader, root) = MarkupDocument.open(bytes)
    guard let root, root.name.local == "rhythmdb" else {
      return .refused("this is not a Rhythmbox library: the document has no element `rhythmdb`")
    }
    var document = InterchangeDocument()
    while let event = reader.next() {
      guard case .start(let name, let attributes, let position) = event else { continue }
      let element = MarkupElement(name, attributes, at: position, from: reader)
      // Other entries are radio stations, feeds, and files that were ignored.
      if ["song", "podcast-post"].contains(element.attributes["type"]) { document.tracks.append(Self.track(element)) }
    }
    var reading = InterchangeReading(document: document)
    MarkupDocument.report(reader, in: &reading)
    return reading
  }

  private static func track(_ element: MarkupElement) -> ListenedTrack {
    func text(_ name: String) -> String? { element.child(name)?.text.nonEmpty }
    func number(_ name: String) -> Double? { text(name).flatMap { Double(plain: $0) } }
    func time(_ name: String) -> Episode.FieldValue? {
      guard let seconds = number(name), seconds > 0 else { return nil }
      let time = Date(timeIntervalSince1970: seconds)
      // Files have no years after 9999.
      return CalendarDay(of: time) == nil ? nil : .date(time)
    }
    var entry = InterchangeEntry()
    entry.line = element.position.line
    entry.title = text("title")
    entry.artist = text("artist")
    entry.album = text("album")
    entry.genre = text("genre")
    entry.duration = number("duration").flatMap { $0 > 0 ? $0 : nil }
    entry.trackNumber = number("track-number").flatMap { Int(exactly: $0) }
    // The mount point of an episode is its downloaded file.
    entry.locations = ["location", "mountpoint"].compactMap(text)
    var fields: Episode.Fields = [:]
    fields[.rating] = ListenedTrack.rating(number("rating"), of: 5)
    fields[.playCount] = ListenedTrack.plays(number("play-count").flatMap { Int64(exactly: $0) })
    fields[.lastPlayedAt] = time("last-played")
    fields[.dateAdded] = time("first-seen")
    return ListenedTrack(entry, fields)
  }
}
