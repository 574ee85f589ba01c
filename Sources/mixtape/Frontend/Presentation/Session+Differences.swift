import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Prints the differences of files: as text in git's format, or as ``present(_:of:)`` does.
  func present(_ files: [FileDifference], asText: Bool, of store: Store) throws(MixtapeError) {
    guard asText, !wantsJSON else {
      return try present(StoreDifference.gather(files, renamed: try store.renamedFiles(among: files)), of: store)
    }
    for file in files { print(applicablePatch: try file.patch) }
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

  /// Prints differences as text.
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
  /// ``print(patch:)`` prints them.
  func print(applicablePatch patch: String) {
    if isForPeople { print(patch: patch) } else { print(raw: patch) }
  }

  /// Prints differences in the unified format, with escaped control characters.
  func print(patch: String) { print(PatchText.lines(of: patch)) }
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
