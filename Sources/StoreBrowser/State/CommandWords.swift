package import MixtapeModel

/// The words of the command that would make a change.
package enum CommandWords {
  /// The maximum number of episodes and playlists that are named. The others are shown as `…`.
  private static let mostNames = 6

  /// Returns the words, without quotes.
  static func words(for operation: PlaylistOperation) -> [String] {
    ["mixtape"] + arguments(of: operation)
  }

  /// Returns the words of the command that changes the library, without quotes.
  package static func words(for operation: PodcastOperation) -> [String] {
    ["mixtape"] + arguments(of: operation)
  }

  private static func arguments(of operation: PodcastOperation) -> [String] {
    switch operation {
    case .editEpisodes(let episodes, let edits) where edits.map(\.key) == [.field(.rating)]:
      ["episode", "rate", edits[0].value?.description ?? "none"] + cut(episodes.map(\.rawValue))
    case .editEpisodes(let episodes, EpisodeEdit.unplayed):
      ["episode", "played", "--never"] + cut(episodes.map(\.rawValue))
    case .recordPlays(let plays): ["episode", "played"] + cut(plays.keys.map(\.rawValue).sorted())
    case .edit(let podcasts, let edits): ["set"] + cut(podcasts.map(\.rawValue)) + edits.flatMap(words)
    default: [operation.kind.rawValue]
    }
  }

  private static func words(for edit: PodcastEdit) -> [String] {
    switch edit {
    case .tag(let tag): option("--add-tag", tag)
    case .untag(let tag): option("--remove-tag", tag)
    // The browser does not change other values of podcasts.
    default: []
    }
  }

  private static func arguments(of operation: PlaylistOperation) -> [String] {
    switch operation {
    case .create(let playlist):
      command(
        "create", playlist.name,
        options: option("--description", playlist.description.nonEmpty)
          + option("--folder", playlist.folder.path.nonEmpty)
          + (playlist.criteria.conditions ?? []).flatMap { ["--where", $0.text] } + options(for: playlist.criteria)
          + playlist.episodes.prefix(mostNames).flatMap { ["--episode", $0.rawValue] })
    case .delete(let ids): ["delete"] + cut(ids.map(\.rawValue))
    case .add(let ids, let playlist, let offset, let again):
      ["add", playlist.rawValue] + cut(ids.map(\.rawValue)) + option("--at", offset.map { String($0 + 1) })
        + (again ? ["--again"] : [])
    case .remove(let references, let playlist): ["remove", playlist.rawValue] + cut(references.map(word))
    case .reorder(let playlist, let references, let destination):
      ["reorder", playlist.rawValue] + cut(references.map(word)) + ["--to", word(destination)]
    case .assign(let episodes, let added, let removed, let created):
      ["assign"] + cut(episodes.map(\.rawValue)) + added.flatMap { ["--to", $0.rawValue] }
        + removed.flatMap { ["--from", $0.rawValue] } + created.flatMap { option("--create", $0.name) }
    case .edit(let playlists, let edits): ["set"] + playlists.map(\.rawValue) + edits.flatMap(words)
    case .conditions(let playlist, let edits): ["conditions", playlist.rawValue] + edits.flatMap(words)
    case .move(let ids, let folder): ["move"] + cut(ids.map(\.rawValue)) + [folder == .top ? "/" : folder.path]
    case .deleteFolder(let folder): ["folder", "delete", folder.path]
    case .duplicate(let id, let name): command("duplicate", id.rawValue, options: []) + (name.map { [$0] } ?? [])
    default: [operation.kind.rawValue]
    }
  }

  private static func words(for edit: PlaylistEdit) -> [String] {
    switch edit {
    case .name(let name): option("--name", name)
    case .description(let text): option("--description", text)
    case .setting(let setting): ["--\(setting.key.rawValue)", setting.value.description]
    case .folder(let folder): ["--folder", folder == .top ? "/" : folder.path]
    }
  }

  private static func words(for edit: CriteriaEdit) -> [String] {
    switch edit {
    case .add(let rule): ["--add", rule.text]
    case .remove(let offset): ["--remove", "\(offset + 1)"]
    case .replace(let offset, let rule): ["--replace", "\(offset + 1)", rule.text]
    case .match(let match): ["--match", match.rawValue]
    case .search(let text): option("--search", text) + (text == nil ? ["--no-search"] : [])
    case .sort(let keys): keys == SmartCriteria.defaultSort ? ["--no-sort"] : words(for: keys)
    case .limit(let limits): limits == PlaylistLimits() ? ["--no-limit"] : words(for: limits)
    // The browser does not change the seed.
    case .seed: []
    }
  }

  /// Returns the options for the criteria of a new playlist, except its rules.
  private static func options(for criteria: SmartCriteria) -> [String] {
    (criteria.match == .all ? [] : ["--match", criteria.match.rawValue]) + option("--search", criteria.search)
      + (criteria.sort == SmartCriteria.defaultSort ? [] : words(for: criteria.sort)) + words(for: criteria.limits)
  }

  private static func words(for keys: [SortKey]) -> [String] {
    option("--sort", keys.map(\.description).joined(separator: ","))
  }

  private static func words(for limits: PlaylistLimits) -> [String] {
    limits.texts.flatMap { ["--limit", $0] }
  }

  private static func word(_ reference: EpisodeReference) -> String {
    switch reference {
    case .id(let id): id.rawValue
    case .offsets(let offsets):
      offsets.count == 1 ? "\(offsets.lowerBound + 1)" : "\(offsets.lowerBound + 1)-\(offsets.upperBound + 1)"
    }
  }

  private static func word(_ destination: ReorderDestination) -> String {
    switch destination {
    case .before(let offset), .landing(let offset): "\(offset + 1)"
    }
  }

  private static func option(_ name: String, _ value: String?) -> [String] {
    guard let value else { return [] }
    // Without the equal sign, a value that begins with a dash is taken for an option.
    return value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// Returns a command with an argument. One that begins with a dash follows the options, after `--`.
  private static func command(_ name: String, _ argument: String, options: [String]) -> [String] {
    argument.hasPrefix("-") ? [name] + options + ["--", argument] : [name, argument] + options
  }

  /// Returns the first names, and a sign for the others.
  static func cut(_ names: [String]) -> [String] {
    names.count > mostNames ? names.prefix(mostNames) + ["…"] : names
  }
}

extension EpisodeReference {
  /// Returns references to offsets in order; neighbours become a range.
  static func ranges(of offsets: [Int]) -> [EpisodeReference] {
    var ranges: [ClosedRange<Int>] = []
    for offset in offsets {
      if let last = ranges.last, last.upperBound + 1 == offset {
        ranges[ranges.count - 1] = last.lowerBound...offset
      } else {
        ranges.append(offset...offset)
      }
    }
    return ranges.map(EpisodeReference.offsets)
  }
}
