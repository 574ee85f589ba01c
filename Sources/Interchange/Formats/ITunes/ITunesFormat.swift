internal import Feeds
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The library of iTunes and Apple Music as XML: a property list of tracks and playlists.
struct ITunesFormat: InterchangeFormat {
  var name: String { "itunes" }
  var title: String { "an iTunes library" }
  var fileExtensions: [String] { ["xml", "plist"] }

  var capabilities: Capabilities {
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
  func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    guard text.contains("<plist") || text.contains("<!doctype plist") else { return .no }
    return text.contains("<key>tracks</key>") || text.contains("<key>music folder")
      || text.contains("application version")
      ? .certain : .possible
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
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
}

/// A reader of the property list of an iTunes library.
struct ITunesLibraryReader {
  private var tracks: [Int64: ListenedTrack] = [:]
  private var lists: [[String: PropertyListValue]] = []

  /// Reads the current element, which is `plist`.
  mutating func read(_ reader: XMLEventReader) {
    var tracks: [Int64: ListenedTrack] = [:]
    var lists: [[String: PropertyListValue]] = []
    while let event = reader.next() {
      guard case .start(let name, _, _) = event, name.local == "dict" else { continue }
      PropertyListValue.readMembers(from: reader) { key, element in
        switch (key, element) {
        case ("Tracks", "dict"):
          PropertyListValue.readMembers(from: reader) { number, element in
            let track = PropertyListValue(element, from: reader).dictionary ?? [:]
            guard !reader.isCutOff, let id = track["Track ID"]?.number ?? Int64(number) else { return }
            tracks[id] = ListenedTrack(Self.entry(track), Self.listening(to: track))
          }
        case ("Playlists", "array"):
          lists = PropertyListValue(element, from: reader).array?.compactMap(\.dictionary) ?? []
        default: reader.skipElement()
        }
      }
    }
    (self.tracks, self.lists) = (tracks, lists)
  }

  private static func entry(_ track: [String: PropertyListValue]) -> InterchangeEntry {
    var entry = InterchangeEntry()
    entry.title = track["Name"]?.text?.nonEmpty
    entry.artist = track["Artist"]?.text?.nonEmpty
    entry.album = track["Album"]?.text?.nonEmpty
    entry.genre = track["Genre"]?.text?.nonEmpty
    entry.duration = track["Total Time"]?.number.flatMap { $0 > 0 ? Double($0) / 1000 : nil }
    entry.trackNumber = track["Track Number"]?.number.flatMap { Int(exactly: $0) }
    entry.locations = [track["Location"]?.text?.nonEmpty].compactMap(\.self)
    return entry
  }

  /// Returns what the user heard. A computed rating is that of the album.
  private static func listening(to track: [String: PropertyListValue]) -> Episode.Fields {
    var fields: Episode.Fields = [:]
    if track["Rating Computed"]?.flag != true {
      fields[.rating] = ListenedTrack.rating(track["Rating"]?.number.map(Double.init), of: 100)
    }
    fields[.playCount] = ListenedTrack.plays(track["Play Count"]?.number)
    // `Play Date` is in the time of a zone that the file does not name.
    fields[.lastPlayedAt] = track["Play Date UTC"].flatMap(time)
    fields[.dateAdded] = track["Date Added"].flatMap(time)
    return fields
  }

  private static func time(_ value: PropertyListValue) -> Episode.FieldValue? {
    guard case .instant(let date)? = value.text.flatMap({ RuleDate($0.trimmed) }) else { return nil }
    return .date(date)
  }

  /// Returns the tracks, and the playlists except built-in ones.
  func finished() -> InterchangeReading {
    var reading = InterchangeReading()
    let own = lists.filter(Self.isOfUser)
    let ids = playlistIDs(own)
    let folders = Dictionary(
      lists.compactMap { list in list["Playlist Persistent ID"]?.text.map { ($0, list) } },
      uniquingKeysWith: { first, _ in first })
    var document = InterchangeDocument()
    for list in own where list["Folder"]?.flag != true {
      var playlist = InterchangePlaylist(name: list["Name"]?.text?.trimmed.nonEmpty)
      playlist.id = list["Playlist Persistent ID"]?.text.flatMap { ids[$0] }
      playlist.description = list["Description"]?.text?.nonEmpty
      playlist.folders = Self.path(of: list, in: folders)
      playlist.entries = entries(of: list, &reading, playlist.name)
      readRules(list, ids, into: &playlist, &reading)
      document.playlists.append(playlist)
    }
    if tracks.isEmpty, lists.isEmpty {
      return .refused("this property list has no tracks and no playlists")
    }
    if document.playlists.isEmpty {
      reading.losses.append(
        Loss(.element("playlists"), of: nil, "the library has none of its own, only those that iTunes makes"))
    }
    document.tracks = tracks.sorted { $0.key < $1.key }.map(\.value)
    reading.document = document
    return reading
  }

  /// Returns whether a list is not built in, such as *Library* and *Music*.
  private static func isOfUser(_ list: [String: PropertyListValue]) -> Bool {
    if list["Master"]?.flag == true { return false }
    // From 200 on, these are the default smart playlists, which users can change.
    if let kind = list["Distinguished Kind"]?.number, kind < 200 { return false }
    return !builtIn.contains { list[$0]?.flag == true }
  }

  /// The marks of built-in playlists, which old versions write without a kind.
  private static let builtIn = [
    "Music", "Movies", "TV Shows", "Podcasts", "Audiobooks", "Books", "Videos", "Party Shuffle", "Purchased Music",
  ]

  /// Returns the ids for playlists in rules, by persistent id.
  private func playlistIDs(_ lists: [[String: PropertyListValue]]) -> [String: Playlist.ID] {
    var ids: [String: Playlist.ID] = [:]
    var names = UniqueNames()
    for list in lists where list["Folder"]?.flag != true {
      guard let persistent = list["Playlist Persistent ID"]?.text else { continue }
      let name = list["Name"]?.text.flatMap { Playlist.ID(suggestedBy: $0) }?.rawValue ?? "playlist"
      ids[persistent] = Playlist.ID(rawValue: names.add(name))
    }
    return ids
  }

  private static func path(
    of list: [String: PropertyListValue], in folders: [String: [String: PropertyListValue]]
  ) -> [String] {
    var names: [String] = []
    var parent = list["Parent Persistent ID"]?.text
    var seen: Set<String> = []
    // In a damaged file, a folder can contain itself.
    while let id = parent, let folder = folders[id], seen.insert(id).inserted, names.count < 32 {
      names.append(folder["Name"]?.text?.trimmed.nonEmpty ?? "Folder")
      parent = folder["Parent Persistent ID"]?.text
    }
    return names.reversed()
  }

  private func entries(
    of list: [String: PropertyListValue], _ reading: inout InterchangeReading, _ name: String?
  ) -> [InterchangeEntry] {
    let items = list["Playlist Items"]?.array ?? []
    let numbers = items.compactMap { $0.dictionary?["Track ID"]?.number }
    let entries = numbers.compactMap { tracks[$0]?.entry }
    let missing = items.count - entries.count
    if missing > 0 {
      reading.losses.append(
        missing == 1
          ? Loss(.element("1 item"), of: name, "the file has no track with its number")
          : Loss(.element("\(missing) items"), of: name, "the file has no tracks with their numbers"))
    }
    return entries
  }

  private func readRules(
    _ list: [String: PropertyListValue], _ ids: [String: Playlist.ID], into playlist: inout InterchangePlaylist,
    _ reading: inout InterchangeReading
  ) {
    guard let info = list["Smart Info"]?.data, let criteria = list["Smart Criteria"]?.data else { return }
    var decoder = SmartCriteriaDecoder(playlist: playlist.name, ids: ids)
    let keys = decoder.keys(info: info, criteria: criteria)
    playlist.lostRules = decoder.lostRules
    reading.losses += decoder.losses + decoder.lostRules.map { Loss($0, of: playlist.name) }
    guard !keys.isEmpty else { return }
    playlist.keys = keys
    for index in playlist.entries.indices { playlist.entries[index].isFound = true }
  }
}

/// A value of a property list.
enum PropertyListValue {
  case text(String)
  /// The text of `data`: base64 with white space.
  case data(String)
  case number(Int64)
  case flag(Bool)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// Reads the current element as a value. The XML reader limits the depth.
  init(_ element: String, from reader: XMLEventReader) {
    switch element {
    case "dict":
      var members: [String: PropertyListValue] = [:]
      PropertyListValue.readMembers(from: reader) { key, element in
        members[key] = PropertyListValue(element, from: reader)
      }
      self = .dictionary(members)
    case "array":
      var elements: [PropertyListValue] = []
      loop: while let event = reader.next() {
        switch event {
        case .start(let name, _, _):
          let element = PropertyListValue(name.local, from: reader)
          // An element in which the document is cut off may lack its last values.
          if !reader.isCutOff { elements.append(element) }
        case .text: break
        case .end: break loop
        }
      }
      self = .array(elements)
    case "true", "false":
      reader.skipElement()
      self = .flag(element == "true")
    case "integer": self = .number(Int64(reader.readText().trimmed) ?? 0)
    case "data": self = .data(reader.readText())
    default: self = .text(reader.readText())
    }
  }

  /// Calls `read` with the key and the element name of each value in the current dictionary. `read` must read the
  /// element.
  static func readMembers(from reader: XMLEventReader, _ read: (String, String) -> Void) {
    var key: String?
    while let event = reader.next() {
      switch event {
      case .start(let name, _, _):
        if name.local == "key" {
          key = reader.readText()
        } else if let known = key {
          read(known, name.local)
          key = nil
        } else {
          reader.skipElement()
        }
      case .text: break
      case .end: return
      }
    }
  }

  /// The text; `nil` for other values.
  var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number; `nil` for other values.
  var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// The flag; `nil` for other values.
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The elements; `nil` for other values.
  var array: [PropertyListValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members; `nil` for other values.
  var dictionary: [String: PropertyListValue]? { if case .dictionary(let members) = self { members } else { nil } }
  /// The bytes of data; `nil` for other values, and if they are not base64.
  var data: [UInt8]? {
    guard case .data(let text) = self else { return nil }
    return Data(base64Encoded: Data(text.utf8.filter { $0 > 0x20 })).map(Array.init)
  }
}
