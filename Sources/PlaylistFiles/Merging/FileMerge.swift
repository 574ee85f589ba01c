internal import LosslessTOML
internal import MixtapeModel

/// Writes the file of a merged value, from three versions of the file.
///
/// It starts from the merged lines, or from ours if these do not make a valid file, and edits them to the value. Then it takes over
/// the texts and the comments of theirs that the edits left out.
struct FileMerge<File: MergeableFile>: Sendable {
  private let base, ours, theirs: File
  private let target: File.Value
  private let episodes: MergedEpisodes
  private let conflicts: [Conflict]
  /// The keys of the target that have their default values and no effect.
  private let redundantKeys: [String]
  private let foreign: MergedTable

  /// The path of a key that both sides changed to different values, and those of the keys that come from the same side. The names on a
  /// path are those of ``NamedVersion``.
  struct Conflict: Sendable {
    let path: [String]
    var followers: [[String]] = []

    var paths: [[String]] { [path] + followers }
  }

  init(
    _ versions: FileVersions<File>, to target: File.Value, _ episodes: MergedEpisodes = MergedEpisodes(),
    conflicts: [Conflict] = [], redundantKeys: [String] = []
  ) {
    (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    (self.target, self.episodes, self.redundantKeys) = (target, episodes, redundantKeys)
    foreign = MergedTable(base: base, ours: ours, theirs: theirs, episodes)
    self.conflicts = conflicts + foreign.conflicts.map { Conflict(path: $0) }
  }

  /// Returns the merged file.
  ///
  /// - Throws: `unmergeable` if no edit of the versions gives the value.
  func merged(by merge: LineMerge) throws(MergedFile.Refusal) -> MergedFile {
    let lines = merge(base.document.source, ours.document.source, theirs.document.source)
    let start = lines.map { ours.with(TOMLDocument(parsing: $0.text)) }
    if let lines, let start, lines.isClean, conflicts.isEmpty, isTarget(start) { return MergedFile(lines.text) }
    for start in [start, ours].compactMap(\.self) where start.value != nil && hasConflicts(of: start) {
      do {
        return try edited(start)
      } catch {
        // The merged lines can have a form that no edit turns into the target.
      }
    }
    throw .unmergeable
  }

  /// Returns whether a file still has the keys of ours that are in conflict. The merged lines have lost those that theirs removed, with
  /// their comments.
  private func hasConflicts(of start: File) -> Bool {
    let keys = Set(conflicts.flatMap(\.paths).compactMap(\.first))
    return keys.allSatisfy { ours.document.root[$0] == nil || start.document.root[$0] != nil }
  }

  private func edited(_ start: File) throws -> MergedFile {
    let values = try withForeignKeys(
      try start.edited(to: target, copyingFrom: [ours, theirs], renamed: episodes.renamed))
    var carried = CarriedText(base, ours, theirs, into: withStatedKeys(values).document, episodes)
    try carried.carryWritings()
    try carried.carryComments(except: conflicts.flatMap(\.paths))
    let document = carried.result.document
    guard !conflicts.isEmpty else { return MergedFile(document.source, commentsAtEnd: carried.commentsAtEnd) }
    let described = described(conflicts)
    return try MergedFile(document.source, described, commentsAtEnd: carried.commentsAtEnd) { paths in
      try taking(conflicts.filter { paths.contains($0.path) }.flatMap(\.paths), in: document).source
    }
  }

  // MARK: Keys

  /// Returns whether a file has the merged values and unknown keys.
  private func isTarget(_ file: File) -> Bool { file.value == target && foreignDifferences(in: file).isEmpty }

  private func foreignDifferences(in file: File) -> [[String]] {
    let names = MergedEpisodes(ours: episodes.result, result: episodes.result)
    let present = MergedTable(base: nil, ours: file, theirs: nil, names)
    return foreign.differences(from: present)
  }

  /// Returns a file with the unknown keys of theirs that it does not have.
  private func withForeignKeys(_ file: File) throws -> File {
    let differences = foreignDifferences(in: file)
    guard !differences.isEmpty else { return file }
    let result = file.with(try taking(differences, in: file.document))
    guard isTarget(result) else { throw MergedFile.Refusal.unmergeable }
    return result
  }

  /// Returns a file that states a default value if a side has changed a key to it, and not if a side has removed the key. The value
  /// stays.
  private func withStatedKeys(_ file: File) -> File {
    let decided = Set(conflicts.flatMap(\.paths))
    let redundant = redundantKeys.filter { file.document.root[$0] != nil }
    let (old, our, their) = (base.document.root, ours.document.root, theirs.document.root)
    let others = File.valueKeys.filter { key in
      guard !decided.contains([key]), !redundantKeys.contains(key) else { return false }
      // The values are read last, because lists are long.
      guard file.document.root[key] != nil else {
        return their[key] != nil && !File.combinedKeys.contains(key) && !literal(key, their).means(literal(key, old))
      }
      guard their[key] == nil, old[key] != nil else { return false }
      return literal(key, our).means(literal(key, old)) || literal(key, file.document.root).means([])
    }
    guard !redundant.isEmpty || !others.isEmpty else { return file }
    do {
      var document = file.document
      try document.removeAll(redundant.map { [.key($0)] })
      let result = file.with(try taking(others.map { [$0] }, in: document))
      return isTarget(result) ? result : file
    } catch {
      // Each file has the value.
      return file
    }
  }

  private func literal(_ key: String, _ table: TOMLTable) -> TOMLLiteral? { table[key].map(TOMLLiteral.init) }

  // MARK: Values of theirs

  /// Returns a document with the values of theirs at some paths, as they are written there. Elements that a list has already keep their
  /// lines.
  private func taking(_ paths: [[String]], in document: TOMLDocument) throws(TOMLEditError) -> TOMLDocument {
    var old = NamedVersion(base.document, episodes: episodes.base)
    var their = NamedVersion(theirs.document, episodes: episodes.theirs)
    var result = NamedVersion(document, episodes: episodes.result)
    var (removals, assignments): ([TOMLPath], [TOMLAssignment]) = ([], [])
    var (written, added): ([[String]], Set<[String]>) = ([], [])
    let places = paths.map { ($0, their.value(of: $0)) }
    // New keys get the order of theirs.
    for (path, value) in places.sorted(by: { $0.1?.range.lowerBound ?? 0 < $1.1?.range.lowerBound ?? 0 }) {
      guard let place = result.place(of: path) else { continue }
      let present = result.document[place]
      if let present = present?.array, let value = value?.array, let source = their.path(of: path) {
        let replaced = try result.document.setElements(
          at: place, from: present, to: value, copying: theirs.document.elements(of: source))
        written += replaced.map { path + [$0] }
        added.formUnion(replaced.map { path + [$0] })
        continue
      }
      let isReplaced = value != nil && present?.isReplaceable ?? false
      if present != nil, !isReplaced { removals.append(place) }
      guard let value else { continue }
      if !isReplaced { added.insert(path) }
      written.append(path)
      assignments.append(TOMLAssignment(place, TOMLLiteral(value), after: sibling(of: path, in: &result, &their)))
    }
    try result.document.removeAll(removals)
    try result.document.setAll(assignments)
    var writings: [TOMLPath: TOMLWriting] = [:]
    for path in written {
      guard let text = their.writing(of: path), let place = result.path(of: path),
        let present = result.document.writing(at: place)
      else { continue }
      let isOfTheirs = added.contains(path) || text.comment != old.writing(of: path)?.comment
      writings[place] = TOMLWriting(text: text.text, comment: isOfTheirs ? text.comment : present.comment)
    }
    try result.document.write(writings)
    return result.document
  }

  /// Returns the nearest key above a key in theirs that the result has, too.
  private func sibling(
    of path: [String], in result: inout NamedVersion, _ their: inout NamedVersion
  ) -> String? {
    let table = their.value(of: path.dropLast())?.table ?? theirs.document.root
    let above = table.entries.map(\.key).prefix { $0 != path.last }
    return above.last { result.path(of: path.dropLast() + [$0]) != nil }
  }

  // MARK: Conflicts

  private func described(_ conflicts: [Conflict]) -> [FileConflict] {
    var versions = [
      NamedVersion(base.document, episodes: episodes.base), NamedVersion(ours.document, episodes: episodes.ours),
      NamedVersion(theirs.document, episodes: episodes.theirs),
    ]
    return conflicts.map { conflict in
      let texts = versions.indices.map { versions[$0].value(of: conflict.path)?.conflictText }
      return FileConflict(
        path: conflict.path, base: texts[0], ours: texts[1], theirs: texts[2], followers: conflict.followers)
    }
  }
}

/// Three versions of a file that are valid.
struct FileVersions<File: MergeableFile> {
  let base, ours, theirs: File
  /// The keys that both sides set if both created the file. They have no common value, not even the default one.
  let keysWithoutBase: Set<String>

  /// Parses three versions.
  ///
  /// - Throws: `invalid`.
  init(_ sources: VersionSources, _ parse: ([UInt8]) -> File) throws(MergedFile.Refusal) {
    let files = sources.all.map(parse)
    let invalid = zip([MergedFile.Version.base, .ours, .theirs], files).filter { $1.value == nil }.map(\.0)
    guard invalid.isEmpty else { throw .invalid(invalid) }
    (base, ours, theirs) = (files[0], files[1], files[2])
    let keys = files.map { $0.document.root.entries.map(\.key) }
    keysWithoutBase = keys[0].isEmpty ? Set(keys[1]).intersection(keys[2]) : []
  }
}

extension TOMLValue {
  /// Whether the value is written in one piece, which another value can replace.
  fileprivate var isReplaceable: Bool { table?.isInline ?? !(array?.isArrayOfTables ?? false) }
}

extension TOMLDocument {
  /// Sets the elements of an array to those of another document.
  ///
  /// - Returns: The texts of the elements that replaced others on their lines.
  fileprivate mutating func setElements(
    at path: TOMLPath, from old: TOMLArray, to new: TOMLArray, copying elements: [TOMLElement]
  ) throws(TOMLEditError) -> [String] {
    var replacements: [(offset: Int, text: String)] = []
    let texts = (old.compactMap(\.string), new.compactMap(\.string))
    if texts.0.count == old.count, texts.1.count == new.count {
      replacements = ListArrangement.replacements(from: texts.0, to: texts.1)
      try setAll(replacements.map { TOMLAssignment(path.appending(.index($0)), .string($1)) })
    }
    let standing = self[path]?.array.map { $0.map(TOMLLiteral.init) } ?? []
    var available = Dictionary(grouping: standing.indices.reversed()) { standing[$0] }
    try rearrange(
      path, as: elements.map { available[$0.literal]?.popLast().map(TOMLPlacement.existing) ?? .copy($0) })
    return replacements.map(\.text)
  }
}

/// A file that is merged by its value.
protocol MergeableFile: Sendable {
  associatedtype Value: Equatable, Sendable
  /// The names of the keys that belong to the value, in the order of a new file.
  static var valueKeys: [String] { get }
  /// The names of the keys whose values a merge combines, so that they are never in conflict, or as a whole list.
  static var combinedKeys: [String] { get }
  /// The lossless document.
  var document: TOMLDocument { get }
  var diagnostics: [Diagnostic] { get }
  /// The value; `nil` if the file has errors.
  var value: Value? { get }
  /// Returns the file of another document.
  func with(_ document: TOMLDocument) -> Self
  /// Returns the file with another value. Everything else keeps every byte.
  ///
  /// - Parameters:
  ///   - sides: The files with the text of episodes that this one does not have.
  ///   - renamed: The ids in the value of episodes that have other ids in a file.
  func edited(
    to value: Value, copyingFrom sides: [Self], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> Self
}

/// The names by which a merge matched the episodes of a podcast, in the order of each version; none for other files.
struct MergedEpisodes: Sendable {
  var base: [String] = []
  var ours: [String] = []
  var theirs: [String] = []
  var result: [String] = []
  /// The ids in the result of the episodes that have other ids in a version.
  var renamed: [Episode.ID: Episode.ID] = [:]
}

extension PlaylistFile: MergeableFile {
  static var valueKeys: [String] { PlaylistKey.allCases.map(\.rawValue) }
  static var combinedKeys: [String] { [PlaylistKey.episodes, .conditions].map(\.rawValue) }
  var value: Playlist? { playlist }

  func with(_ document: TOMLDocument) -> PlaylistFile { PlaylistFile(document: document, id: id, folder: folder) }

  func edited(
    to value: Playlist, copyingFrom sides: [PlaylistFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> PlaylistFile { try changed(to: value) }
}

extension PodcastFile: MergeableFile {
  static var valueKeys: [String] { PodcastKey.names.filter { $0 != PodcastKey.extra.rawValue } }
  static var combinedKeys: [String] {
    [PodcastKey.episodes, .categories, .tags, .skip].map(\.rawValue) + [EpisodeKey.field(.playCount).name]
  }
  var value: Podcast? { podcast }

  func with(_ document: TOMLDocument) -> PodcastFile { PodcastFile(document: document, id: id, folder: folder) }

  func edited(
    to value: Podcast, copyingFrom sides: [PodcastFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> PodcastFile {
    let present = Set(podcast?.episodes.map { renamed[$0.id] ?? $0.id } ?? [])
    let missing = Set(value.episodes.map(\.id)).subtracting(present)
    guard !missing.isEmpty else { return try changed(to: value, renamed: renamed) }
    // A comment above an episode can be in this file, above another one.
    let comments = Set(document.comments.map { Array(source[$0.offsets]) })
    var texts: [Episode.ID: TOMLElement] = [:]
    for side in sides {
      let ids = side.episodeIDs.filter { missing.contains(renamed[$0] ?? $0) }
      for (id, text) in side.elements(of: ids) where texts[renamed[id] ?? id] == nil {
        texts[renamed[id] ?? id] = text.without(comments)
      }
    }
    return try receiving(texts).changed(to: value, renamed: renamed)
  }
}

/// A TOML file without a meaning, such as `mixtape.toml`.
struct SettingsFile: MergeableFile {
  struct Value: Equatable {}

  static let valueKeys: [String] = []
  static let combinedKeys: [String] = []
  let document: TOMLDocument
  var diagnostics: [Diagnostic] { document.diagnostics }
  var value: Value? { document.isValid ? Value() : nil }

  func with(_ document: TOMLDocument) -> SettingsFile { SettingsFile(document: document) }

  func edited(
    to value: Value, copyingFrom sides: [SettingsFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> SettingsFile { self }
}
