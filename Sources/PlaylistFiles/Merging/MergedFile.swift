internal import LosslessTOML
public import MixtapeModel

/// A merge of the lines of three versions of a text, as git makes it.
///
/// It returns the merged text, with the lines of ours where both sides changed the same ones, and whether there are no such lines; `nil` if
/// the versions are not text.
public typealias LineMerge =
  @Sendable (_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> (text: [UInt8], isClean: Bool)?

/// The merge of two versions of a file with a common base.
///
/// The values are merged. If the merged lines have these values, they are the file; otherwise the lines are edited to them.
public struct MergedFile: Sendable {
  /// The reasons why files cannot be merged by meaning. A text merge is still possible.
  public enum Refusal: Error, Hashable, Sendable {
    /// At least one version is invalid.
    case invalid([Version])
    /// The merged keys do not make a valid file.
    case unmergeable

    /// Whether only the common version is invalid. A merge of the lines of valid files can bring back an element that one side
    /// removed and the other side moved, and nothing shows it.
    public var isOfBaseAlone: Bool { self == .invalid([.base]) }
  }

  /// The versions of a file.
  public enum Version: String, Hashable, Sendable {
    case base, ours, theirs
  }

  /// The conflicting keys: those with a meaning first, in the order of a new file.
  public let conflicts: [FileConflict]
  /// The comments that have no other place in the merged file than its end.
  public let commentsAtEnd: [String]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let taking: @Sendable (Set<[String]>) throws -> [UInt8]

  /// Makes a file without conflicts.
  init(_ bytes: [UInt8], commentsAtEnd: [String] = []) {
    (conflicts, self.commentsAtEnd, ours, theirs, taking) = ([], commentsAtEnd, bytes, bytes, { _ in bytes })
  }

  /// Makes a file with conflicts.
  ///
  /// - Parameters:
  ///   - ours: The file with the values of ours.
  ///   - taking: Returns the file with the values of theirs for some conflicts.
  init(
    _ ours: [UInt8], _ conflicts: [FileConflict], commentsAtEnd: [String],
    taking: @escaping @Sendable (Set<[String]>) throws -> [UInt8]
  ) throws {
    (self.conflicts, self.commentsAtEnd, self.ours, self.taking) = (conflicts, commentsAtEnd, ours, taking)
    theirs = try taking(Set(conflicts.map(\.path)))
  }

  /// Returns the bytes of the merged file.
  public func bytes(_ style: ConflictStyle = .ours) -> [UInt8] {
    switch style {
    case .ours: return ours
    case .theirs: return theirs
    case .theirsFor(let paths):
      do {
        return try taking(paths)
      } catch {
        // The values of theirs for all conflicts can be written, and those of some of them cannot: a file with markers is invalid.
        return bytes(.markers(size: 7))
      }
    case .markers(let size, let ourName, let theirName):
      return MarkedText(ours: ours, theirs: theirs, size: size, names: (ourName, theirName)).bytes
    }
  }
}

extension MergedFile {
  /// Merges three versions of a playlist file.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  ///   - lines: The merge of lines from which the file starts.
  /// - Throws: `Refusal`.
  public static func playlist(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Playlist.ID, folder: Folder = .top,
    precedence: MergePrecedence = .neither, lines: LineMerge
  ) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let versions = try FileVersions(sources) { PlaylistFile(parsing: $0, id: id, folder: folder) }
    guard let base = versions.base.playlist, let ours = versions.ours.playlist, let theirs = versions.theirs.playlist
    else { throw .unmergeable }
    let merged = MergedPlaylist(
      base: base, ours: ours, theirs: theirs, precedence: precedence,
      keysWithoutBase: Set(versions.keysWithoutBase.compactMap(PlaylistKey.init)))
    let conflicts = merged.conflicts.map { key -> FileMerge<PlaylistFile>.Conflict in
      let followers = key == merged.keyOfRulesInConflict ? merged.keysOfRulesInConflict : []
      return .init(
        path: [key.rawValue], followers: PlaylistKey.allCases.filter(followers.contains).map { [$0.rawValue] })
    }
    return try FileMerge(
      versions, to: merged.playlist, conflicts: conflicts, redundantKeys: merged.keysOfRemovedRules.map(\.rawValue)
    ).merged(by: lines)
  }

  /// Merges three versions of a library file.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  ///   - lines: The merge of lines from which the file starts.
  /// - Throws: `Refusal`.
  public static func podcast(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Podcast.ID, folder: Folder = .top,
    precedence: MergePrecedence = .neither, lines: LineMerge
  ) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let versions = try FileVersions(sources) { PodcastFile(parsing: $0, id: id, folder: folder) }
    guard let base = versions.base.podcast, let ours = versions.ours.podcast, let theirs = versions.theirs.podcast
    else { throw .unmergeable }
    let matching = EpisodeMatching(base: base, ours: ours, theirs: theirs)
    let merged = MergedPodcast(
      base: base, ours: ours, theirs: theirs, matching, precedence: precedence,
      fieldsWithoutBase: Set(versions.keysWithoutBase.compactMap(PodcastDifference.Field.init)),
      subscriptions: StatedSubscriptions(versions))
    let conflicts = merged.conflicts.map { conflict -> FileMerge<PodcastFile>.Conflict in
      switch conflict {
      case .head(let field): .init(path: [field.rawValue])
      case .episode(let id, let key): .init(path: [PodcastKey.episodes.rawValue, id.name, key.name])
      }
    }
    let episodes = MergedEpisodes(matching, of: [base, ours, theirs], merged.podcast, precedence)
    return try FileMerge(versions, to: merged.podcast, episodes, conflicts: conflicts).merged(by: lines)
  }

  /// Merges three versions of another TOML file, key by key.
  ///
  /// - Parameter lines: The merge of lines from which the file starts.
  /// - Throws: `Refusal`.
  public static func document(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], lines: LineMerge
  ) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let versions = try FileVersions(sources) { SettingsFile(document: TOMLDocument(parsing: $0)) }
    return try FileMerge(versions, to: SettingsFile.Value()).merged(by: lines)
  }
}

extension StatedSubscriptions {
  /// Reads the values of three versions.
  fileprivate init(_ versions: FileVersions<PodcastFile>) {
    let values = [versions.base, versions.ours, versions.theirs].map {
      $0.document.root[PodcastKey.subscribed.rawValue]?.boolean
    }
    self.init(base: values[0], ours: values[1], theirs: values[2])
  }
}

extension MergedEpisodes {
  /// Names the episodes of three versions of a podcast and of the merged one.
  fileprivate init(
    _ matching: EpisodeMatching, of versions: [Podcast], _ merged: Podcast, _ precedence: MergePrecedence
  ) {
    let result = ListMerge.merged(
      base: matching.base, ours: matching.ours, theirs: matching.theirs, precedence: precedence)
    let lists = [matching.base, matching.ours, matching.theirs]
    let ids = Dictionary(zip(result, merged.episodes.map(\.id))) { first, _ in first }
    var renamed: [Episode.ID: Episode.ID] = [:]
    for (names, podcast) in zip(lists, versions) {
      for (name, episode) in zip(names, podcast.episodes) where ids[name] ?? episode.id != episode.id {
        renamed[episode.id] = ids[name]
      }
    }
    self.init(
      base: lists[0].map(\.name), ours: lists[1].map(\.name), theirs: lists[2].map(\.name), result: result.map(\.name),
      renamed: renamed)
  }
}

/// A key of a file that both sides of a merge changed to different values.
public struct FileConflict: Hashable, Sendable {
  /// The path of the key. The path of an episode contains its id.
  public let path: [String]
  /// The common value as written; `nil` if the key is new.
  public let base: [UInt8]?
  /// The value of ours; `nil` if ours removed the key.
  public let ours: [UInt8]?
  /// The value of theirs; `nil` if theirs removed the key.
  public let theirs: [UInt8]?
  /// The paths of other keys that come from the same side: those that belong to rules.
  public let followers: [[String]]

  /// Makes a conflict.
  public init(path: [String], base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, followers: [[String]] = []) {
    (self.path, self.base, self.ours, self.theirs, self.followers) = (path, base, ours, theirs, followers)
  }

  /// The path as text, such as `episodes.042-auroras.rating`.
  public var key: String { Self.name(of: path) }
}

/// The ways to show conflicting keys in a merged file.
public enum ConflictStyle: Sendable {
  /// The values of ours.
  case ours
  /// The values of theirs.
  case theirs
  /// The values of theirs for some keys, by their paths, and those of ours for all others.
  case theirsFor(Set<[String]>)
  /// Git's markers around the lines of both sides. A marker repeats its character `size` times.
  case markers(size: Int, ours: String = "ours", theirs: String = "theirs")
}

extension FileConflict {
  /// Returns the path of a key as text. Keys have quotes where TOML requires them: `extra."a.b"`.
  public static func name(of path: some Sequence<String>) -> String {
    TOMLPath(path.map(TOMLPathComponent.key)).description
  }

  /// Returns the path of a key from its text. A text that TOML does not allow as a key is the only name on the path.
  public static func path(named name: String) -> [String] {
    var (path, table): ([String], TOMLTable?) = ([], TOMLDocument(parsing: Array("\(name) = 0\n".utf8)).validRoot)
    while let entry = table?.entries.first {
      path.append(entry.key)
      table = entry.value.table
    }
    return path.isEmpty ? [name] : path
  }

  /// Returns the text of the value of a key in a version of a file, as it is written.
  ///
  /// - Parameters:
  ///   - path: The path of the key, as in ``path``.
  ///   - source: The bytes of the file.
  /// - Returns: The text; `nil` if the version has no such key. A table with a header has the text of an inline table, and an array or inline
  ///   table of several lines is on one line, without comments.
  public static func text(at path: [String], in source: [UInt8]) -> [UInt8]? {
    guard let start = path.first, let value = TOMLDocument(parsing: source).root[start],
      let found = value.value(at: path.dropFirst())
    else { return nil }
    return found.conflictText
  }
}

extension TOMLDocument {
  /// The table of the document; `nil` if the document has errors.
  fileprivate var validRoot: TOMLTable? { isValid ? root : nil }
}

extension TOMLValue {
  /// The text of the value as it is written; on one line, like in braces, for a table or an array that is written as several lines
  /// with headers or dotted keys; without comments for an array or inline table of several lines.
  var conflictText: [UInt8] {
    guard table?.isInline ?? !(array?.isArrayOfTables ?? false) else { return TOMLLiteral(self).text }
    let text = Array(text.utf8)
    guard text.contains(UInt8(ascii: "\n")) else { return text }
    guard let array else { return table == nil ? text : TOMLLiteral(self).text }
    return Array("[".utf8) + array.map(\.conflictText).joined(separator: Array(", ".utf8)) + Array("]".utf8)
  }

  /// Returns the value at keys below this one. An episode is found by its id.
  fileprivate func value(at path: ArraySlice<String>) -> TOMLValue? {
    guard let key = path.first else { return self }
    let next =
      if let table { table[key] } else {
        array?.first { $0.table?[EpisodeKey.id.name]?.string == key || $0.string == key }
      }
    return next?.value(at: path.dropFirst())
  }
}

/// The lines of two versions of a text, with git's markers around those that differ.
struct MarkedText {
  let bytes: [UInt8]

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - size: The number of characters of each marker.
  ///   - names: The names of both versions in the markers.
  init(ours: [UInt8], theirs: [UInt8], size: Int, names: (ours: String, theirs: String)) {
    let (our, their) = (ours.lines, theirs.lines)
    let changes = their.difference(from: our)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    let lineEnd = Array(our.first?.suffix(2).elementsEqual("\r\n".utf8) == true ? "\r\n".utf8 : "\n".utf8)
    func marker(_ character: Character, _ name: String = "") -> [UInt8] {
      Array("\(String(repeating: character, count: size))\(name.isEmpty ? "" : " \(name)")".utf8) + lineEnd
    }
    func lines(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
      let text = Array(lines.joined())
      return text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + lineEnd
    }
    var (result, place, other): ([UInt8], Int, Int) = ([], 0, 0)
    while place < our.count || other < their.count {
      let (start, otherStart) = (place, other)
      while removed.contains(place) { place += 1 }
      while inserted.contains(other) { other += 1 }
      if place > start || other > otherStart {
        result += marker("<", names.ours) + lines(our[start..<place])
        result += marker("=") + lines(their[otherStart..<other]) + marker(">", names.theirs)
      } else {
        result += our[place]
        (place, other) = (place + 1, other + 1)
      }
    }
    bytes = result
  }
}

extension [UInt8] {
  /// The lines with their line ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? endIndex
      lines.append(self[start..<end])
      start = end
    }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
