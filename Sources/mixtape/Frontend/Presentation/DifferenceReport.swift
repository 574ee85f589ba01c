import MixtapeModel
import MixtapeStore
import StoreBrowser

/// The difference of a playlist or a podcast: a heading, the fields, and what was added (`+`), removed (`-`) and moved or
/// changed (`~`).
struct DifferenceReport {
  private(set) var lines: [StyledText] = []

  init(_ difference: PlaylistDifference, titles: [Episode.ID: String]) {
    guard let playlist = difference.after ?? difference.before else { return }
    let status = Self.status(difference.before?.id.rawValue, difference.after?.id.rawValue)
    lines.append("\(playlist.name, .bold) (\(playlist.id))\(status.text)")
    var fields = TextTable(indentation: Self.indentation)
    for field in difference.fields where Self.lists(field, of: difference) {
      fields.append(StyledText(field.name, .faint), Self.values(of: field, in: difference))
    }
    var list = TextTable(rightAligned: [1], indentation: Self.indentation)
    list.append(difference.conditions) { "condition: \(StyledText($0))" }
    list.append(difference.episodes) { Self.name($0, titles[$0]) }
    lines += fields.lines + list.lines
    if difference.isEmpty, !status.isRenaming { lines.append(Self.onlyText) }
  }

  init(_ difference: PodcastDifference) {
    guard let podcast = difference.after ?? difference.before else { return }
    let status = Self.status(difference.before?.id.rawValue, difference.after?.id.rawValue)
    lines.append("\(podcast.title, .bold) (\(podcast.kind.rawValue) \(podcast.id))\(status.text)")
    if !difference.fields.isEmpty {
      lines.append("  changed: \(difference.fields.map(\.rawValue).joined(separator: ", "))")
    }
    let episodes = (difference.before?.episodes ?? []) + (difference.after?.episodes ?? [])
    let titles = Dictionary(episodes.map { ($0.id, $0.title) }) { $1 }
    var list = TextTable(rightAligned: [1], indentation: Self.indentation)
    list.append(difference.episodes) { Self.name($0, titles[$0]) }
    for episode in difference.changedEpisodes {
      let fields = episode.fields.map(\.name).joined(separator: ", ")
      list.append(StyledText("~", .yellow), "", "\(Self.name(episode.id, titles[episode.id])) changed: \(fields)")
    }
    lines += list.lines
    if difference.isEmpty, !status.isRenaming { lines.append(Self.onlyText) }
  }

  private static let indentation = 2

  private static let onlyText: StyledText =
    "  differs only in comments, spacing or ignored keys; `--git` shows the text"

  /// Returns what happened to a file, by its ids before and after the change.
  private static func status(_ old: String?, _ new: String?) -> (text: StyledText, isRenaming: Bool) {
    switch (old, new) {
    case (nil, _): (StyledText(", created", .green), false)
    case (_, nil): (StyledText(", deleted", .red), false)
    case (let old?, let new?) where old != new: (StyledText(", renamed from \(old)", .cyan), true)
    default: ("", false)
    }
  }

  private static func name(_ id: Episode.ID, _ title: String?) -> StyledText {
    title.map { "\($0) \(StyledText("(\(id))", .faint))" } ?? StyledText(id)
  }
}

extension TextTable {
  /// Appends a row with the position for each element that was removed, added or moved. The removed ones come first.
  fileprivate mutating func append<Element>(_ list: ListDifference<Element>, _ name: (Element) -> StyledText) {
    for place in list.removed {
      append(StyledText("-", .red), StyledText(place.offset + 1, .faint), name(place.element))
    }
    let added = list.added.map { ($0.offset, StyledText("+", .green), name($0.element)) }
    let moved = list.moved.map {
      ($0.to, StyledText("~", .yellow), "\(name($0.element)) moved from \($0.from + 1) to \($0.to + 1)" as StyledText)
    }
    for (offset, mark, text) in (added + moved).sorted(by: { $0.0 < $1.0 }) {
      append(mark, StyledText(offset + 1, .faint), text)
    }
  }
}

extension DifferenceReport {
  /// Returns whether a field has a line of its own. The heading has the name of a created or deleted playlist. Rules are listed one
  /// by one, which does not show an empty list.
  private static func lists(_ field: PlaylistField, of difference: PlaylistDifference) -> Bool {
    let playlists = [difference.before, difference.after].compactMap(\.self)
    return switch field {
    case .key(.name): playlists.count == 2
    case .key(.conditions): playlists.contains { $0.criteria.conditions == [] }
    default: true
    }
  }

  /// Returns the values of a field before and after a change.
  private static func values(of field: PlaylistField, in difference: PlaylistDifference) -> StyledText {
    let old = difference.before.map { value(of: field, in: $0) }
    let new = difference.after.map { value(of: field, in: $0) }
    return switch (old, new) {
    case (let old?, let new?): "\(old, .red) → \(new, .green)"
    case (let old?, nil): StyledText(old, .red)
    case (nil, let new?): StyledText(new, .green)
    case (nil, nil): ""
    }
  }

  private static func value(of field: PlaylistField, in playlist: Playlist) -> String {
    switch field {
    case .id: playlist.id.rawValue
    case .folder: playlist.folder.wording
    case .key(let key): value(of: key, in: playlist)
    }
  }

  private static func value(of key: PlaylistKey, in playlist: Playlist) -> String {
    switch playlist[key] {
    case .list([]) where key == .conditions: "an empty list"
    case .list(let rules) where key == .conditions: counted(rules.count, "condition")
    case .text(let text) where key.form.isFreeText:
      // Without a default value, an empty text differs from an absent one.
      // The sign for a line break differs from a typed `\n`.
      text.isEmpty && !key.form.isOptional ? "none" : "\"\(text.replacing("\n", with: "↵"))\""
    default: playlist.wording(of: key)?.nonEmpty ?? "none"
    }
  }
}

extension Session {
  /// Prints the differences of files: as text in git's format, or as ``present(_:of:)`` does.
  func present(_ files: [FileDifference], asText: Bool, of store: Store) throws(MixtapeError) {
    guard asText, !wantsJSON else {
      return try present(StoreDifference.gather(files, renamed: try store.renamedFiles(among: files)), of: store)
    }
    for file in files { print(patch: try file.patch) }
    if files.isEmpty { remark("No differences.") }
  }

  /// Prints the differences of files: in words if they can be read, and as text otherwise.
  func present(_ differences: [StoreDifference], of store: Store) throws(MixtapeError) {
    if wantsJSON {
      return print(
        .array(try differences.map { (difference) throws(MixtapeError) in try JSONOutput.difference(difference) }))
    }
    try print(differences, of: store)
    if differences.isEmpty { remark("No differences.") }
  }

  func print(_ differences: [StoreDifference], of store: Store) throws(MixtapeError) {
    print(try store.lines(of: differences))
  }
}

extension Store {
  /// Returns differences as lines: in words if they can be read, and as text otherwise.
  func lines(of differences: [StoreDifference]) throws(MixtapeError) -> [StyledText] {
    var lines: [StyledText] = []
    var titles = try episodes(differences.flatMap(\.episodesOfPlaylists)).mapValues(\.title)
    // The preview of a move names episodes by ids that the library does not have yet.
    for episode in differences.flatMap(\.addedToLibrary) where titles[episode.id] == nil {
      titles[episode.id] = episode.title
    }
    for (index, difference) in differences.enumerated() {
      if index > 0 { lines.append("") }
      switch difference.meaning {
      case .playlist(let playlist): lines += DifferenceReport(playlist, titles: titles).lines
      case .podcast(let podcast): lines += DifferenceReport(podcast).lines
      case .unreadable:
        for file in difference.files {
          lines.append("\(file.path, .bold) \(file.words); the differences of its text:")
          lines += PatchText.lines(of: try file.patch)
        }
      case .other: for file in difference.files { lines += PatchText.lines(of: try file.patch) }
      }
    }
    return lines
  }
}

extension FileDifference {
  /// The words for a file of which the differences of the text are shown, because it or another file of its playlist has errors.
  fileprivate var words: String {
    switch (old, new) {
    case (nil, _): newVersionHasErrors ? "was created, and has errors" : "was created"
    case (_, nil): oldVersionHasErrors ? "was deleted, and had errors" : "was deleted"
    case _ where !newVersionHasErrors: "had errors, which are corrected"
    default: oldVersionHasErrors ? "has errors, as before" : "has errors"
    }
  }
}

extension StoreDifference {
  /// The episodes that a podcast has only after the change.
  fileprivate var addedToLibrary: [Episode] {
    guard case .podcast(let difference) = meaning, let after = difference.after else { return [] }
    let added = Set(difference.episodes.added.map(\.element))
    return added.isEmpty ? [] : after.episodes.filter { added.contains($0.id) }
  }

  /// The episodes whose titles are shown.
  fileprivate var episodesOfPlaylists: [Episode.ID] {
    guard case .playlist(let difference) = meaning else { return [] }
    let episodes = difference.episodes
    return episodes.removed.map(\.element) + episodes.added.map(\.element) + episodes.moved.map(\.element)
  }
}

extension Session {
  /// Prints differences in the unified format. They keep every byte for `git apply`, except on a terminal or with colors: then
  /// control characters are escaped.
  private func print(patch: String) {
    if isForPeople { print(PatchText.lines(of: patch)) } else { print(raw: patch) }
  }
}

/// Differences in the unified format, for people.
private enum PatchText {
  /// Returns the lines, with escaped control characters.
  static func lines(of patch: String) -> [StyledText] {
    // Split by bytes, because a carriage return and a line feed are one character.
    patch.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { line in
      StyledText(line: String(Substring(line)), style(ofPatchLine: Substring(line)))
    }
  }

  private static func style(ofPatchLine line: Substring) -> StyledText.Style? {
    if ["diff ", "index ", "--- ", "+++ ", "new file", "deleted file"].contains(where: line.hasPrefix) { return .bold }
    switch line.first {
    case "@": return .cyan
    case "+": return .green
    case "-": return .red
    default: return nil
    }
  }
}
