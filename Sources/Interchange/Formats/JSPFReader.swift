internal import MixtapeModel

/// A reader of the objects of JSPF.
struct JSPFReader {
  private let source: [UInt8]
  var reading = InterchangeReading()

  init(_ source: [UInt8]) { self.source = source }

  /// Returns the objects of the playlists in a document.
  mutating func playlists(_ root: JSONNode) -> [JSONNode] {
    warnOfRepetitions(root)
    // ListenBrainz and other programs write several lists as an array.
    if let elements = root.array ?? root["playlists"]?.array {
      return elements.compactMap { element in
        if let playlist = element["playlist"], playlist.object != nil { return playlist }
        if element["track"]?.array != nil {
          reading.report(
            InterchangeDiagnostic(
              .warning, "an element of the array has no object `playlist`; the element itself is read as the playlist",
              at: element.offset, in: source))
          return element
        }
        warn("an element of the array is not a playlist, and is ignored", element)
        return nil
      }
    }
    // Some programs leave out the outer object.
    guard let playlist = root["playlist"] ?? (root["track"] == nil ? nil : root), playlist.object != nil else {
      return []
    }
    return [playlist]
  }

  /// Reads the object `playlist`.
  mutating func playlist(_ node: JSONNode) -> InterchangePlaylist {
    var playlist = InterchangePlaylist(name: text(node, "title"))
    warn(ofMembersOf: node, except: Self.playlistMembers)
    playlist.description = text(node, "annotation")
    for name in ["creator", "info", "location", "identifier", "image", "date", "license"] where text(node, name) != nil
    {
      playlist.lostParts.append(name)
    }
    playlist.lostParts += lostMembers(node, ["attribution", "link", "meta"])
    for (application, values) in extensions(node) {
      if application == MixtapeExtension.application {
        values.forEach { readOwn($0, &playlist) }
      } else {
        playlist.lostParts.append(MixtapeExtension.name(ofOther: application))
      }
    }
    guard let tracks = node["track"], !tracks.isNull else { return playlist }
    guard let elements = tracks.array else {
      warn("`track` is not an array", tracks)
      return playlist
    }
    playlist.entries = elements.compactMap { track($0) }
    return playlist
  }

  private mutating func track(_ node: JSONNode) -> InterchangeEntry? {
    guard node.object != nil else {
      warn("a track is not an object, and is ignored", node)
      return nil
    }
    var entry = InterchangeEntry()
    warn(ofMembersOf: node, except: Self.trackMembers)
    entry.locations = texts(node, "location").map { Location(reference: $0).text }
    entry.identifiers = texts(node, "identifier")
    entry.title = text(node, "title")
    entry.artist = text(node, "creator")
    entry.info = text(node, "info")
    entry.image = text(node, "image")
    entry.album = text(node, "album")
    entry.trackNumber = number(node, "trackNum", isWhole: true).flatMap { Int(exactly: $0) }
    entry.duration = number(node, "duration").map { $0 / 1000 }
    if text(node, "annotation") != nil { entry.lostParts.append("annotation") }
    entry.lostParts += lostMembers(node, ["link", "meta"])
    for (application, values) in extensions(node) {
      if application == MixtapeExtension.application {
        for value in values {
          entry.episode = value["episode"]?.string.flatMap(Episode.ID.init(rawValue:)) ?? entry.episode
          entry.guid = value["guid"]?.string ?? entry.guid
          entry.feed = value["feed"]?.string ?? entry.feed
          entry.feedGuid = value["feedGuid"]?.string ?? entry.feedGuid
          entry.genre = value["genre"]?.string ?? entry.genre
          entry.isFound = value["found"]?.bool ?? entry.isFound
        }
      } else {
        entry.lostParts.append(MixtapeExtension.name(ofOther: application))
      }
    }
    return entry
  }

  private mutating func readOwn(_ node: JSONNode, _ playlist: inout InterchangePlaylist) {
    playlist.id = node["id"]?.string.flatMap(Playlist.ID.init(rawValue:))
    playlist.folders = node["folder"]?.array?.compactMap(\.string) ?? []
    if let file = node["file"], !file.isNull {
      playlist.fileText = file.string
      if file.string == nil {
        reading.losses.append(Loss(.element("comments and unknown keys"), of: playlist.label, "`file` is not a string"))
      }
    }
    for member in node["keys"]?.object ?? [] {
      guard let key = PlaylistKey(rawValue: member.key), let value = FileValue(member.value) else {
        warn("unknown key `\(member.key)`", member.value)
        continue
      }
      playlist.keys[key] = value
    }
  }

  // MARK: Values

  private static let commonMembers: Set<String> = [
    "title", "creator", "annotation", "info", "location", "identifier", "image", "link", "meta", "extension",
  ]
  private static let playlistMembers = commonMembers.union(["date", "license", "attribution", "track"])
  private static let trackMembers = commonMembers.union(["album", "trackNum", "duration"])

  private mutating func warn(ofMembersOf node: JSONNode, except known: Set<String>) {
    warnOfRepetitions(node)
    for member in node.object ?? [] where !known.contains(member.key) && !member.value.isNull {
      warn("unknown member `\(member.key.onOneLine)`", member.value)
    }
    if let extensions = node["extension"], extensions.object == nil, !extensions.isNull,
      extensions.array?.isEmpty != true
    {
      warn("`extension` is not an object", extensions)
    }
  }

  private mutating func warnOfRepetitions(_ node: JSONNode) {
    var seen: Set<String> = []
    for member in node.object ?? [] where !seen.insert(member.key).inserted {
      warn("`\(member.key.onOneLine)` is repeated; the last value is used", member.value)
    }
  }

  private mutating func warn(_ message: String, _ node: JSONNode) {
    reading.report(InterchangeDiagnostic(.warning, message, at: node.offset, in: source, isLoss: true))
  }

  private mutating func text(_ node: JSONNode, _ key: String) -> String? {
    guard let value = node[key], !value.isNull else { return nil }
    if let text = value.string { return text.trimmed.nonEmpty }
    if case .number(let text) = value.value { return text }
    // Some programs write an array with one address.
    if let elements = value.array, let first = elements.first?.string {
      for element in elements.dropFirst() { warn("`\(key)` has more than one value", element) }
      return first.trimmed.nonEmpty
    }
    if value.array?.isEmpty != true { warn("`\(key)` is not a string", value) }
    return nil
  }

  private mutating func texts(_ node: JSONNode, _ key: String) -> [String] {
    guard let value = node[key], !value.isNull else { return [] }
    if let elements = value.array {
      for element in elements where element.string == nil { warn("`\(key)` is not a string", element) }
      return elements.compactMap { $0.string?.trimmed.nonEmpty }
    }
    if let text = value.string?.trimmed.nonEmpty { return [text] }
    if value.string == nil { warn("`\(key)` is neither a string nor an array", value) }
    return []
  }

  private mutating func number(_ node: JSONNode, _ key: String, isWhole: Bool = false) -> Double? {
    guard let value = node[key], !value.isNull else { return nil }
    guard let number = value.number, number >= 0, !isWhole || Int(exactly: number) != nil else {
      warn("`\(key)` is not a \(isWhole ? "whole number" : "number")", value)
      return nil
    }
    return number
  }

  /// Returns the names of those members that have a value.
  private func lostMembers(_ node: JSONNode, _ names: [String]) -> [String] {
    names.filter { name in node[name].map { !$0.isNull && $0.array?.isEmpty != true } ?? false }
  }

  private func extensions(_ node: JSONNode) -> [(String, [JSONNode])] {
    (node["extension"]?.object ?? []).map { ($0.key, $0.value.array ?? [$0.value]) }
  }
}

extension FileValue {
  /// Makes a value from JSON; `nil` if no key supports it.
  init?(_ node: JSONNode) {
    switch node.value {
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .number(let text):
      guard let number = Int64(text) else { return nil }
      self = .number(number)
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { return nil }
      self = .list(texts)
    case .null, .object: return nil
    }
  }

  /// The value as JSON; `nil` for an absent one.
  var node: JSONNode? {
    switch self {
    case .absent: nil
    case .text(let text): .string(text)
    case .flag(let flag): JSONNode(.bool(flag))
    case .number(let number): JSONNode(.number(String(number)))
    case .list(let texts): .array(texts.map(JSONNode.string))
    }
  }
}
