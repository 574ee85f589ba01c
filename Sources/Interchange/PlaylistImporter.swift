public import MixtapeModel

/// A converter from playlists of other programs. It looks up entries in the library, and assigns ids and folders.
///
/// The caller reads the files and saves the playlists.
public struct PlaylistImporter: Sendable {
  private let matcher: LibraryMatcher
  private var missing: MissingEntryNames
  private var ids: PlaylistIDs
  private let baseFolder: Folder
  private var folderNames = FolderNames()

  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - library: The podcasts and albums in which entries are looked up.
  ///   - missing: The missing entries of existing playlists, by id.
  ///   - taken: The ids of existing playlists.
  ///   - folder: The folder for all imported playlists.
  public init(
    library: [Podcast], missing: [Episode.ID: MissingEntry] = [:], taken: Set<Playlist.ID> = [], folder: Folder = .top
  ) {
    matcher = LibraryMatcher(library)
    self.missing = MissingEntryNames(existing: missing, podcasts: Set(library.map(\.id)))
    ids = PlaylistIDs(taken: taken)
    baseFolder = folder
  }

  /// The origin of a document.
  public struct Origin: Sendable {
    /// The name of the file without its extension; `nil` for standard input.
    public let name: String?
    /// The absolute path of the directory for relative paths; `nil` to keep them relative.
    public let directory: String?
    /// The directories from the imported one to the file.
    public let folders: [String]

    /// Makes an origin.
    public init(name: String?, directory: String?, folders: [String] = []) {
      self.name = name
      self.directory = directory
      self.folders = folders
    }
  }

  /// Returns the playlists of a document.
  ///
  /// - Parameter isFile: Returns whether a file exists at an absolute path, for formats with paths, in which a name with a colon can
  ///   look like an address.
  /// - Complexity: O(*n*) in the entries.
  public mutating func playlists(
    of document: InterchangeDocument, from origin: Origin, isFile: (String) -> Bool = { _ in false }
  ) -> [ImportedPlaylist] {
    // Rules can name playlists of the same document, whose ids can change.
    var renamed: [Playlist.ID: Playlist.ID] = [:]
    var assigned: [(playlist: InterchangePlaylist, id: Playlist.ID, existing: Playlist.ID?, name: String)] = []
    for playlist in document.playlists {
      let name = Self.name(of: playlist, origin)
      guard let (id, existing) = ids.id(wanted: playlist.id, name: name) else { continue }
      if let old = playlist.id, old != id { renamed[old] = id }
      assigned.append((playlist, id, existing, name))
    }
    return assigned.map { source, id, existing, name in
      var imported = playlist(source, id: id, name: name, renamed, origin, isFile)
      imported.existing = existing
      return imported
    }
  }

  private mutating func playlist(
    _ source: InterchangePlaylist, id: Playlist.ID, name: String, _ renamed: [Playlist.ID: Playlist.ID],
    _ origin: Origin, _ isFile: (String) -> Bool
  ) -> ImportedPlaylist {
    var losses = ImportLosses.parts(of: source)
    // In an exported directory, the folders are directories too.
    let isRepeated = origin.folders.suffix(source.folders.count).elementsEqual(source.folders)
    let folders = isRepeated ? origin.folders : origin.folders + source.folders
    let folder = FolderNames.folder(of: folders, in: baseFolder)
    losses += folderNames.losses(of: folders)
    if let given = source.name?.onOneLine.trimmed, given.utf8.count > TitleRules.maximumLength, name != given {
      losses.append(
        Loss(.key(.name), of: id.rawValue, "it has more than \(TitleRules.maximumLength) bytes; the rest is left out"))
    }
    var playlist = Playlist(blank: id, folder: folder)
    playlist = playlist.with(.name, .text(name)) ?? playlist
    if let description = source.description { playlist = playlist.withDescription(description) }
    var keys = source.keys
    // Another program can have edited the description that it shows.
    if case .text(let exact)? = keys[.description], !ElementText.isSame(exact, source.description) {
      keys[.description] = nil
    }
    var lostRules = source.lostRules
    if case .list(let texts)? = keys[.conditions] {
      let match = keys[.match].flatMap { SmartCriteria.Match(rawValue: $0.description) } ?? .all
      let (rules, invalid) = Self.rules(texts, match, renamed)
      keys[.conditions] = .list(rules)
      losses += invalid.map { Loss($0, of: source.label) }
      lostRules += invalid
    }
    playlist = Self.applying(keys, to: playlist, &losses, label: source.label)
    var result = ImportedPlaylist(playlist: playlist, losses: losses)
    result.lostRules = lostRules
    result.fileText = source.fileText
    var episodes: [Episode.ID] = []
    episodes.reserveCapacity(source.entries.count)
    for entry in source.entries where !(entry.isFound && playlist.isSmart) {
      var entry = entry
      // The locations of placeholders come from the comments of a store, not from the directory of the list.
      if let directory = origin.directory, entry.episode.map(MissingEntry.isPlaceholder) != true {
        for index in entry.locations.indices {
          entry.locations[index] = Location(entry.locations[index]).resolved(in: directory, isFile: isFile)
        }
      }
      let match = matcher.match(entry)
      guard let (id, comment) = episode(of: entry, match) else { continue }
      if let comment { result.comments[episodes.count] = comment }
      result.entries.append(ImportedEntry(entry: entry, match: match, id: id))
      episodes.append(id)
    }
    result.playlist = playlist.withEpisodes(episodes)
    let missing = result.entries.lazy.filter { $0.match.episode == nil }.map(\.entry)
    result.losses += MissingEntry.losses(of: missing, label: source.label)
    result.losses += ImportLosses.containers(in: result.entries, label: source.label)
    result.losses += ImportLosses.values(of: result.entries, in: matcher, label: source.label)
    return result
  }

  /// Returns the id for an entry, and the comment for a missing one.
  private mutating func episode(
    of entry: InterchangeEntry, _ match: EntryMatch
  ) -> (id: Episode.ID, comment: String?)? {
    if let id = match.episode { return (id, nil) }
    var entry = entry
    let known = entry.episode
    entry.episode = nil
    let missingEntry = MissingEntry(entry)
    if let known, !MissingEntry.isPlaceholder(known) { return (known, missingEntry.comment) }
    return missing.placeholder(of: missingEntry, preferred: known)
  }

  // MARK: Keys

  private static func applying(
    _ keys: [PlaylistKey: FileValue], to playlist: Playlist, _ losses: inout [Loss], label: String?
  ) -> Playlist {
    var playlist = playlist
    for key in PlaylistKey.allCases {
      guard let value = keys[key], key != .name, key != .episodes else { continue }
      if let changed = playlist.with(key, value) {
        playlist = changed
      } else {
        losses.append(Loss(.key(key), of: label, "its value is invalid"))
      }
    }
    return playlist
  }

  /// Returns the valid rules, which name playlists by their new ids, and the invalid ones.
  private static func rules(
    _ texts: [String], _ match: SmartCriteria.Match, _ renamed: [Playlist.ID: Playlist.ID]
  ) -> (valid: [String], invalid: [LostRule]) {
    var (valid, invalid): ([String], [LostRule]) = ([], [])
    for text in texts {
      do throws(RuleError) {
        let rule = try Rule(parsing: text)
        let changed = renamed.isEmpty ? rule : rule.renamingPlaylists(renamed)
        valid.append(changed == rule ? text : changed.description)
      } catch {
        invalid.append(LostRule(text, "it is not a valid rule", match == .any ? .fewer : .more))
      }
    }
    return (valid, invalid)
  }

  /// Returns a valid title for a playlist.
  private static func name(of playlist: InterchangePlaylist, _ origin: Origin) -> String {
    if case .text(let exact)? = playlist.keys[.name], ElementText.isSame(exact, playlist.name),
      TitleRules.violation(in: exact) == nil
    {
      return exact
    }
    for candidate in [playlist.name, origin.name, "Imported"] {
      guard var name = candidate?.onOneLine.trimmed else { continue }
      while name.utf8.count > TitleRules.maximumLength { name.removeLast() }
      if TitleRules.violation(in: name) == nil { return name }
    }
    return "Imported"
  }
}

/// An imported playlist.
public struct ImportedPlaylist: Hashable, Sendable {
  /// The playlist.
  public internal(set) var playlist: Playlist
  /// The existing playlist with the id that this one would have without a number at the end; `nil` if none has it.
  public internal(set) var existing: Playlist.ID?
  /// The comments on the lines of missing entries, by the index of the episode.
  public internal(set) var comments: [Int: String] = [:]
  /// The entries and their matches, in order.
  public internal(set) var entries: [ImportedEntry] = []
  /// The rules that Mixtape cannot express. Their comments stand in the playlist file.
  public internal(set) var lostRules: [LostRule] = []
  /// The text of the playlist file that was exported. New files start from it; `nil` in files of other programs.
  public internal(set) var fileText: String?
  /// The parts of the file that are lost.
  public internal(set) var losses: [Loss]

  init(playlist: Playlist, losses: [Loss]) {
    self.playlist = playlist
    self.losses = losses
  }
}

/// An imported entry.
public struct ImportedEntry: Hashable, Sendable {
  /// The entry.
  public let entry: InterchangeEntry
  /// The result of the lookup.
  public let match: EntryMatch
  /// The id in the playlist: that of the episode, or a placeholder.
  public let id: Episode.ID
}

/// Unused ids for imported playlists.
struct PlaylistIDs: Sendable {
  private let taken: Set<Playlist.ID>
  private var names: UniqueNames

  init(taken: Set<Playlist.ID>) { (self.taken, names) = (taken, UniqueNames(taken: Set(taken.map(\.rawValue)))) }

  /// Returns the wanted id, or an id from the name. Appends a number if it is taken. Also returns the id without the number if an
  /// existing playlist has it.
  mutating func id(wanted: Playlist.ID?, name: String) -> (id: Playlist.ID, existing: Playlist.ID?)? {
    let text = (wanted ?? Playlist.ID(suggestedBy: name))?.rawValue ?? "imported"
    guard let id = Playlist.ID(rawValue: names.add(text)) else { return nil }
    return (id, Playlist.ID(rawValue: text).flatMap { taken.contains($0) ? $0 : nil })
  }
}

extension Rule {
  /// Returns the rule with changed ids of playlists.
  public func renamingPlaylists(_ ids: [Playlist.ID: Playlist.ID]) -> Rule {
    switch self {
    case .comparison: self
    case .inPlaylist(let id): .inPlaylist(ids[id] ?? id)
    case .not(let rule): .not(rule.renamingPlaylists(ids))
    case .and(let rules): .and(rules.map { $0.renamingPlaylists(ids) })
    case .or(let rules): .or(rules.map { $0.renamingPlaylists(ids) })
    }
  }
}

/// Conversion of folder names of other programs to valid folders.
struct FolderNames {
  /// The names whose loss was reported.
  private var reported: Set<String> = []

  /// Returns the folder with a path of names below another folder.
  static func folder(of names: [String], in base: Folder) -> Folder {
    Folder(components: base.components + names.compactMap(valid)) ?? base
  }

  /// Returns the names that folders cannot have, each once.
  mutating func losses(of names: [String]) -> [Loss] {
    names.compactMap { name in
      let result = Self.valid(name)
      guard result != NameRules.composed(name.trimmed), !name.trimmed.isEmpty, reported.insert(name).inserted else {
        return nil
      }
      return Loss(
        .element("folder \(name.onOneLine)"), of: nil,
        result.map { "folders cannot have this name; it becomes \($0)" } ?? "folders cannot have this name")
    }
  }

  /// Returns a valid name; `nil` if it would be empty.
  private static func valid(_ name: String) -> String? {
    var result = String.UnicodeScalarView()
    for scalar in NameRules.composed(name.onOneLine.trimmed).unicodeScalars {
      result.append(scalar == "/" || scalar == "\\" ? "-" : scalar)
    }
    while let first = result.first, first == "." || first == "-" || first.properties.isGraphemeExtend {
      result.removeFirst()
    }
    var text = String(result).trimmed
    while text.utf8.count > Folder.maximumNameLength { text.removeLast() }
    return Folder(components: [text]) == nil ? nil : text
  }
}
