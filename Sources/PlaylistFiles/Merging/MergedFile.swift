internal import LosslessTOML
public import MixtapeModel

/// The merge of two versions of a file with a common base.
public struct MergedFile: Sendable {
  /// The reasons why files cannot be merged by meaning. A text merge is still possible.
  public enum Refusal: Error, Hashable, Sendable {
    /// At least one version is invalid.
    case invalid([Version])
    /// The merged keys do not make a valid file.
    case unmergeable
    /// The versions write the array of tables at a path in different forms, and a merge would lose a comment.
    case forms([String])

    /// Whether only the common version is invalid. A merge of the lines of valid files can bring back an element that one side
    /// removed and the other side moved, and nothing shows it.
    public var isOfBaseAlone: Bool { self == .invalid([.base]) }
  }

  /// The versions of a file.
  public enum Version: String, Hashable, Sendable {
    case base, ours, theirs
  }

  /// The conflicting keys, in the order of the file.
  public let conflicts: [FileConflict]
  private let render: @Sendable (ConflictStyle) -> [UInt8]

  /// Returns the bytes of the merged file.
  public func bytes(_ style: ConflictStyle = .ours) -> [UInt8] { render(style) }

  init(_ bytes: [UInt8]) {
    conflicts = []
    render = { _ in bytes }
  }

  init(_ inputs: MergeInputs, by rules: any MergeRules, _ precedence: MergePrecedence = .neither) {
    var merge = BlockMerge(inputs, by: rules, precedence)
    let merged = merge.merged()
    let root = CommentBalance(inputs, result: merged).balanced(merged)
    conflicts = merge.conflicts
    let end = merge.end
    let written: @Sendable (ConflictStyle) -> [UInt8] = { style in
      var writer = MergeWriter(inputs, style)
      writer.writeDocument(root, end: end)
      return writer.output
    }
    if conflicts.isEmpty {
      // All styles give the same bytes.
      let bytes = written(.ours)
      render = { _ in bytes }
    } else {
      render = written
    }
  }
}

extension MergedFile {
  /// Merges three versions of a playlist file.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  /// - Throws: `Refusal`.
  public static func playlist(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Playlist.ID, folder: Folder = .top,
    precedence: MergePrecedence = .neither
  ) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let parse = { PlaylistFile(parsing: $0, id: id, folder: folder) }
    let (files, undecided) = files(of: sources, parse)
    let (old, our, their) = try values(of: files)
    let merged = MergedPlaylist(
      base: old, ours: our, theirs: their, precedence: precedence,
      keysWithoutBase: Set(keysWithoutBase(files.map(\.document), undecided).compactMap(PlaylistKey.init)))
    let stated = files.map { Set($0.document.root.entries.map(\.key)) }
    let rules = PlaylistMergeRules(
      merged: merged, ours: our, theirs: their, keysOfOneSide: stated[1].symmetricDifference(stated[2]))
    let inputs = try inputs(files.map(\.document), sources.lineEnd)
    let result = MergedFile(inputs, by: rules, precedence)
    let written = parse(result.bytes())
    if written.playlist == merged.playlist, result.isValidWithTheirs { return result }
    guard merged.conflicts.isEmpty, result.conflicts.isEmpty else { throw .unmergeable }
    return try edited(written, of: files, inputs, to: merged.playlist)
  }

  /// Merges three versions of a library file.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  /// - Throws: `Refusal`.
  public static func podcast(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Podcast.ID, folder: Folder = .top,
    precedence: MergePrecedence = .neither
  ) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let parse = { PodcastFile(parsing: $0, id: id, folder: folder) }
    let (files, undecided) = files(of: sources, parse)
    let (old, our, their) = try values(of: files)
    let matching = EpisodeMatching(base: old, ours: our, theirs: their)
    let merged = MergedPodcast(
      base: old, ours: our, theirs: their, matching, precedence: precedence,
      fieldsWithoutBase: Set(
        keysWithoutBase(files.map(\.document), undecided).compactMap(PodcastDifference.Field.init)),
      subscriptions: StatedSubscriptions(files.map(\.document)))
    let rules = PodcastMergeRules(merged: merged, ours: our, theirs: their, matching, precedence)
    let inputs = try inputs(files.map(\.document), sources.lineEnd)
    let result = MergedFile(inputs, by: rules, precedence)
    let written = parse(result.bytes())
    if written.podcast == merged.podcast, result.isValidWithTheirs { return result }
    guard merged.conflicts.isEmpty, result.conflicts.isEmpty else { throw .unmergeable }
    return try edited(written, of: files, inputs, to: merged.podcast)
  }

  /// Merges three versions of another TOML file, key by key.
  ///
  /// - Throws: `Refusal`.
  public static func document(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(Refusal) -> MergedFile {
    let sources = VersionSources(base: base, ours: ours, theirs: theirs)
    if let unchanged = sources.unchanged { return unchanged }
    let (documents, _) = files(of: sources, combining: [], { TOMLDocument(parsing: $0) }, isValid: \.isValid)
    let result = MergedFile(try inputs(documents, sources.lineEnd), by: DocumentMergeRules())
    guard TOMLDocument(parsing: result.bytes()).isValid, result.isValidWithTheirs else { throw .unmergeable }
    return result
  }

  /// Whether the file is valid TOML with the values of theirs for all conflicts.
  private var isValidWithTheirs: Bool { conflicts.isEmpty || TOMLDocument(parsing: bytes(.theirs)).isValid }

  /// Parses three versions of a playlist or library file. An invalid base is read without its conflicts, if possible.
  ///
  /// - Returns: The files, and the keys in conflict in the base.
  private static func files<File: MergeableFile>(
    of sources: VersionSources, _ parse: ([UInt8]) -> File
  ) -> (files: [File], undecided: Set<String>) {
    files(of: sources, combining: File.combinedKeys, parse) { $0.value != nil }
  }

  /// Parses three versions. An invalid base is read without its conflicts, if possible.
  ///
  /// - Parameter combined: The keys that must not be in conflict in the base.
  /// - Returns: The files, and the keys in conflict in the base.
  private static func files<File>(
    of sources: VersionSources, combining combined: [String], _ parse: ([UInt8]) -> File, isValid: (File) -> Bool
  ) -> (files: [File], undecided: Set<String>) {
    var files = sources.all.map(parse)
    guard !isValid(files[0]), let base = UndecidedBase(sources.base, combining: combined) else { return (files, []) }
    files[0] = parse(base.source)
    return (files, base.keys)
  }

  /// Returns the values of three versions.
  private static func values<File: MergeableFile>(
    of files: [File]
  ) throws(Refusal) -> (base: File.Value, ours: File.Value, theirs: File.Value) {
    guard let base = files[0].value, let ours = files[1].value, let theirs = files[2].value else {
      throw invalid(files.map { $0.value != nil })
    }
    return (base, ours, theirs)
  }

  /// Returns a file that is edited to the merged value, because the merged blocks have another one: the file of the blocks, or that
  /// of a side if the blocks do not make a valid file.
  private static func edited<File: MergeableFile>(
    _ blocks: File, of versions: [File], _ inputs: MergeInputs, to merged: File.Value
  ) throws(Refusal) -> MergedFile {
    // The merged blocks have the comments and unknown keys of both sides, a side has only its own.
    let (base, ours, theirs) = (versions[0], versions[1], versions[2])
    var complete: [File] = []
    if blocks.value != nil {
      complete = [blocks]
    } else {
      if !inputs.hasNewComments(in: .theirs), !hasNewForeignKeys(theirs, base, ours) { complete.append(ours) }
      if !inputs.hasNewComments(in: .ours), !hasNewForeignKeys(ours, base, theirs) { complete.append(theirs) }
    }
    for file in complete {
      do throws(PlaylistFileError) {
        return MergedFile(try file.edited(to: merged).document.source)
      } catch {
        // The other side can have a form that can be edited.
      }
    }
    throw .unmergeable
  }

  private static func inputs(_ documents: [TOMLDocument], _ lineEnd: [UInt8]) throws(Refusal) -> MergeInputs {
    guard let base = MergeInput(documents[0]), let ours = MergeInput(documents[1]),
      let theirs = MergeInput(documents[2])
    else { throw invalid(documents.map(\.isValid)) }
    let inputs = MergeInputs(base: base, ours: ours, theirs: theirs, lineEnd: lineEnd)
    return try ArrayForms(inputs).withHeaders().withCommonForms
  }

  private static func invalid(_ areValid: [Bool]) -> Refusal {
    .invalid(zip([Version.base, .ours, .theirs], areValid).filter { !$0.1 }.map(\.0))
  }

  /// Returns the keys that both sides set and that have no common value, not even the default one: all of them if both created the
  /// file, and those that are in conflict in the base.
  private static func keysWithoutBase(_ documents: [TOMLDocument], _ undecided: Set<String>) -> [String] {
    let keys = documents.map { $0.root.entries.map(\.key) }
    let common = keys[1].filter(Set(keys[2]).contains)
    return keys[0].isEmpty ? common : common.filter(undecided.contains)
  }

  /// Returns whether a side has changes of unknown keys that the other side does not have.
  private static func hasNewForeignKeys<File: MergeableFile>(_ side: File, _ base: File, _ other: File) -> Bool {
    func foreign(_ file: File) -> [String: TOMLLiteral] {
      let entries = file.document.root.entries.filter { !File.valueKeys.contains($0.key) }
      return Dictionary(entries.map { ($0.key, TOMLLiteral($0.value)) }) { first, _ in first }
    }
    let keys = foreign(side)
    return keys != foreign(base) && keys != foreign(other)
  }
}

extension StatedSubscriptions {
  /// Reads the values of three versions.
  fileprivate init(_ documents: [TOMLDocument]) {
    let values = documents.map { $0.root[PodcastKey.subscribed.rawValue]?.boolean }
    self.init(base: values[0], ours: values[1], theirs: values[2])
  }
}
