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
    let conflicts = merged.conflicts.compactMap { conflict -> FileMerge<PlaylistFile>.Conflict? in
      guard case .key(let key) = conflict.key else { return nil }
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
      switch conflict.field {
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
