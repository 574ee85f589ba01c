import LosslessTOML
import MixtapeModel
import MixtapeStore
import TerminalUI

/// An event as lines of text.
struct EventReport {
  private(set) var lines: [StyledText]

  init(_ event: StoreEvent) {
    switch event {
    case .playlist(let change, _): lines = [Self.line(for: change)]
    case .renamed(let before, let after, _):
      let changes = Self.words(for: PlaylistDifference(from: before, to: after))
      lines = ["\(after.id, .bold): \(Self.words(forRenamingFrom: before.id.rawValue, changes))"]
    case .podcast(let podcast, let kind, let path):
      let changes = Self.words(for: podcast)
      let former = kind == .renamed ? podcast.before?.id.rawValue : nil
      let words = former.map { Self.words(forRenamingFrom: $0, changes) } ?? changes
      lines = ["\(podcast.after?.id.rawValue ?? path, .bold): \(words)"]
    case .file(let kind, let path): lines = ["\(path, .bold): \(kind.rawValue)"]
    case .contents(let change):
      let words = Self.words(for: ListDifference(from: change.before, to: change.after))
      lines = ["\(change.playlist, .bold): now has \(counted(change.after.count, "episode")): \(words)"]
    case .contentsUnknown(let id, let error):
      let problem = ErrorPresenter.problem(for: error)
      lines = ["\(id, .bold): \("its rules cannot be evaluated", .red): \(problem.message)"]
      lines += problem.hints.map { "  \(Reporter.hint($0))" }
    case .invalid(let report) where report.conflictCopy != nil:
      let fault = Reporter.InvalidFileNotice(report, usesCommittedVersion: false).fault
      lines = [
        "\(report.path, .bold) \(fault, .red); it is ignored", "  \(Reporter.hint("`mixtape check` shows what to do"))",
      ]
    case .invalid(let report):
      let errors = report.diagnostics.count { $0.severity == .error }
      lines = ["\(report.path, .bold): \(counted(errors, "error"), .red); this version is ignored until it is fixed"]
      lines += DiagnosticRenderer(for: report).lines.map { "  \($0)" }
    case .fixed(let path): lines = ["\(path, .bold): \("fixed", .green)"]
    case .ended: lines = []
    }
  }

  private static func line(for change: PlaylistChange) -> StyledText {
    switch change {
    case .created(let playlist):
      let size = counted(playlist.episodes.count, "episode")
      return "\(playlist.id, .bold): created, \"\(playlist.name)\", \(playlist.isSmart ? "\(size) and rules" : size)"
    case .deleted(let playlist): return "\(playlist.id, .bold): deleted"
    case .moved(let before, let after), .updated(let before, let after):
      return "\(after.id, .bold): \(words(for: PlaylistDifference(from: before, to: after)))"
    }
  }

  /// Returns the words for an item with another id, and for its other changes.
  private static func words(forRenamingFrom id: String, _ changes: String) -> String {
    changes == unspecified ? "renamed from \(id)" : "renamed from \(id), \(changes)"
  }

  private static func words(for difference: ListDifference<Episode.ID>) -> String {
    parts(of: difference).joined(separator: ", ")
  }

  private static func parts(of difference: ListDifference<Episode.ID>) -> [String] {
    let episodes = [
      (difference.added.count, "added"), (difference.removed.count, "removed"), (difference.moved.count, "moved"),
    ].filter { $0.0 > 0 }
    return episodes.prefix(1).map { "\(counted($0.0, "episode")) \($0.1)" }
      + episodes.dropFirst().map { "\($0.0) \($0.1)" }
  }

  /// Returns the changes of a playlist in words, such as `2 episodes added, limit changed`.
  static func words(for difference: PlaylistDifference) -> String {
    var parts = parts(of: difference.episodes)
    if let after = difference.after {
      for field in difference.fields {
        switch field {
        case .key(.name): parts.append("renamed to \"\(after.name)\"")
        case .folder: parts.append("moved to \(after.folder.wording)")
        default: parts.append("\(field.name) changed")
        }
      }
    }
    // The list can contain a repeated episode more or less often, without any other change.
    return parts.isEmpty ? unspecified : parts.joined(separator: ", ")
  }

  /// Returns the changes of a podcast in words, such as `2 episodes added, title changed`.
  static func words(for difference: PodcastDifference) -> String {
    let counts = [
      (difference.episodes.added.count, "added"), (difference.episodes.removed.count, "removed"),
      (difference.changedEpisodes.count, "changed"),
    ].filter { $0.0 > 0 }
    let episodes = counts.map { "\(counted($0.0, "episode")) \($0.1)" }
    let parts = episodes + difference.fields.map { "\($0.rawValue) changed" }
    return parts.isEmpty ? unspecified : parts.joined(separator: ", ")
  }

  /// The word for a change of text that is not part of the playlist or the podcast.
  static let unspecified = "changed"
}
