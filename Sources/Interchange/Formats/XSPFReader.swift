internal import Feeds
internal import MixtapeModel

/// A reader of XSPF. Like other programs, it accepts elements in any order and namespace, and names in upper or lower case. It drops
/// an element in which the document is cut off.
struct XSPFReader {
  var reading = InterchangeReading()

  /// Reads the current element, which is `playlist`.
  mutating func playlist(
    _ name: XMLName, _ attributes: [XMLAttribute], at position: XMLPosition, _ reader: XMLEventReader
  ) -> InterchangePlaylist {
    if let namespace = name.namespace, !namespace.lowercased().hasPrefix("http://xspf.org/ns/") {
      report("the namespace \"\(namespace.onOneLine)\" is not that of XSPF", at: position)
    }
    checkVersion(attributes["version"], at: position)
    var playlist = InterchangePlaylist()
    let base = Self.base(attributes, in: nil)
    var seen: Set<String> = []
    var hasTracks = false
    defer { if !hasTracks { report("there is no `trackList`", at: position) } }
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let position):
        if name.xspf == "trackList" {
          if !seen.insert("trackList").inserted {
            report("`trackList` is repeated; the tracks of all are read", at: position)
          }
          hasTracks = true
          readTracks(reader, base: Self.base(attributes, in: base), at: position, into: &playlist)
        } else {
          if name.xspf == "track" { hasTracks = true }
          let element = MarkupElement(name, attributes, at: position, from: reader)
          guard !reader.isCutOff else { return playlist }
          warnOfRepetition(element, &seen)
          read(element, base, into: &playlist)
        }
      case .end: return playlist
      case .text: break
      }
    }
    return playlist
  }

  /// Warns of a version that XSPF does not have: other programs refuse it.
  private mutating func checkVersion(_ version: String?, at position: XMLPosition) {
    guard let version else { return report("`playlist` has no attribute `version`", at: position) }
    guard ["0", "1"].contains(version.trimmed) else {
      return report("the version \"\(version.onOneLine)\" is not one of XSPF", at: position)
    }
  }

  private mutating func readTracks(
    _ reader: XMLEventReader, base: String?, at position: XMLPosition, into playlist: inout InterchangePlaylist
  ) {
    var hasText = false
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let position):
        let element = MarkupElement(name, attributes, at: position, from: reader)
        guard !reader.isCutOff else { return }
        if name.xspf == "track" {
          playlist.entries.append(track(element, base))
        } else {
          warn("unexpected element `\(name.written)` in `trackList`", element)
        }
      case .end: return
      case .text(let text):
        if !hasText, !text.trimmed.isEmpty {
          hasText = true
          report("unexpected text in `trackList`", at: position, isLoss: true)
        }
      }
    }
  }

  private mutating func read(_ element: MarkupElement, _ base: String?, into playlist: inout InterchangePlaylist) {
    let text = element.text.nonEmpty
    switch element.name.xspf {
    case "title": playlist.name = text
    case "annotation": playlist.description = text
    case "creator", "info", "location", "identifier", "image", "date", "license", "attribution":
      if text != nil { playlist.lostParts.append(element.name.xspf) }
    case "link", "meta": playlist.lostParts.append(element.name.xspf)
    case "extension": readExtension(element, into: &playlist)
    // Tracks outside the list are accepted too.
    case "track": playlist.entries.append(track(element, base))
    default: warn("unknown element `\(element.name.written)`", element)
    }
  }

  private mutating func track(_ element: MarkupElement, _ base: String?) -> InterchangeEntry {
    var entry = InterchangeEntry()
    entry.line = element.position.line
    if element.hasOwnText { warn("unexpected text in `track`", element) }
    let base = Self.base(element.attributes, in: base)
    var seen: Set<String> = []
    for child in element.children {
      let name = child.name.xspf
      if !Self.repeatedElements.contains(name) { warnOfRepetition(child, &seen) }
      let text = child.text.nonEmpty
      switch name {
      case "location":
        if let text {
          let reference = Self.resolved(text, Self.base(child.attributes, in: base))
          entry.locations.append(Location(reference: reference).text)
        }
      case "identifier": if let text { entry.identifiers.append(text) }
      case "title": entry.title = text
      case "creator": entry.artist = text
      case "annotation": if text != nil { entry.lostParts.append(name) }
      case "info": entry.info = text
      case "image": entry.image = text
      case "album": entry.album = text
      case "trackNum": entry.trackNumber = number(child, isWhole: true).flatMap { Int(exactly: $0) }
      case "duration": entry.duration = number(child).map { $0 / 1000 }
      case "link", "meta": entry.lostParts.append(name)
      case "extension": readExtension(child, into: &entry)
      default: warn("unknown element `\(child.name.written)` in `track`", child)
      }
    }
    return entry
  }

  // MARK: Extensions

  private mutating func readExtension(_ element: MarkupElement, into playlist: inout InterchangePlaylist) {
    let application = element.attributes["application"] ?? ""
    guard application == MixtapeExtension.application else {
      playlist.lostParts.append(MixtapeExtension.name(ofOther: application))
      return
    }
    for child in element.children {
      switch child.name.local {
      case "id": playlist.id = Playlist.ID(rawValue: child.text)
      case "folder": playlist.folders = child.children.map(\.text)
      case "key": readKey(child, into: &playlist)
      case "file": playlist.fileText = child.exactText
      default: break
      }
    }
  }

  private mutating func readKey(_ element: MarkupElement, into playlist: inout InterchangePlaylist) {
    guard let key = element.attributes["name"].flatMap(PlaylistKey.init(rawValue:)) else {
      warn("unknown key", element)
      return
    }
    switch element.attributes["type"] {
    case "list": playlist.keys[key] = .list(element.children.map(\.exactText))
    case "flag": playlist.keys[key] = Bool(element.text).map(FileValue.flag)
    case "number": playlist.keys[key] = Int64(element.text).map(FileValue.number)
    default: playlist.keys[key] = .text(element.exactText)
    }
  }

  private func readExtension(_ element: MarkupElement, into entry: inout InterchangeEntry) {
    let application = element.attributes["application"] ?? ""
    guard application == MixtapeExtension.application else {
      entry.lostParts.append(MixtapeExtension.name(ofOther: application))
      return
    }
    for child in element.children {
      switch child.name.local {
      case "episode": entry.episode = Episode.ID(rawValue: child.text)
      case "found": entry.isFound = true
      case "guid": entry.guid = child.exactText
      case "feed": entry.feed = child.text
      case "feedGuid": entry.feedGuid = child.text
      case "genre": entry.genre = child.text
      default: break
      }
    }
  }

  // MARK: Values

  private mutating func warn(_ message: String, _ element: MarkupElement) {
    report(message, at: element.position, isLoss: true)
  }

  private mutating func report(_ message: String, at position: XMLPosition, isLoss: Bool = false) {
    reading.report(
      InterchangeDiagnostic(.warning, message, line: position.line, column: position.column, isLoss: isLoss))
  }

  /// Warns of the second element of a kind that occurs only once; the last one counts.
  private mutating func warnOfRepetition(_ element: MarkupElement, _ seen: inout Set<String>) {
    let name = element.name.xspf
    guard Self.singleElements.contains(name), !element.text.isEmpty, !seen.insert(name).inserted else { return }
    warn("`\(name)` is repeated; the last value is used", element)
  }

  private static let singleElements: Set<String> = [
    "title", "creator", "annotation", "info", "location", "identifier", "image", "date", "license", "album", "trackNum",
    "duration",
  ]

  /// The elements that a track may have several times, but a playlist only once.
  private static let repeatedElements: Set<String> = ["location", "identifier"]

  private mutating func number(_ element: MarkupElement, isWhole: Bool = false) -> Double? {
    guard let number = Double(plain: element.text), number >= 0, !isWhole || Int(exactly: number) != nil else {
      if !element.text.isEmpty {
        warn("`\(element.name.local)` is not a \(isWhole ? "whole number" : "number")", element)
      }
      return nil
    }
    return number
  }

  // MARK: Base addresses

  /// Returns the base of relative addresses, by the attribute `xml:base`.
  private static func base(_ attributes: [XMLAttribute], in outer: String?) -> String? {
    attributes.xmlBase.map { resolved($0, outer) } ?? outer
  }

  /// Resolves a relative address or path against a base.
  private static func resolved(_ text: String, _ base: String?) -> String {
    guard let base else { return text }
    let isPathOfWindows = text.hasPrefix("\\")
    if !isPathOfWindows, AddressReference(base).authority != nil,
      let address = AddressReference.resolve(text, base: base)
    {
      return address
    }
    guard case .relativePath = Location(text).kind else { return text }
    guard let slash = base.lastIndex(of: "/") else { return text }
    return base[...slash] + text
  }
}

extension XMLName {
  /// The local name as XSPF spells it.
  fileprivate var xspf: String {
    switch local.lowercased() {
    case "tracklist": "trackList"
    case "tracknum": "trackNum"
    case let name: name
    }
  }
}

extension MarkupElement {
  /// Whether there is text beside the child elements.
  fileprivate var hasOwnText: Bool {
    nodes.contains { if case .text(let text) = $0 { !text.trimmed.isEmpty } else { false } }
  }

  /// The text, including white space at its ends.
  fileprivate var exactText: String {
    let text = nodes.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    return attributes["encoding"] == "escapes" ? XMLText.decoded(text) : text
  }
}
