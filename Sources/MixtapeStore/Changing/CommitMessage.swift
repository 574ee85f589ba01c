internal import GitHistory
internal import MixtapeModel

/// The message of a commit: a subject in words, a body for people, trailers for the machine.
struct CommitMessage {
  let subject: String
  let body: [String]
  let trailers: [Commit.Trailer]

  init(_ subject: String, body: [String] = [], operation: String, answering: [Commit.Trailer] = []) {
    self.subject = Self.line(subject)
    self.body = body.map(Self.line)
    self.trailers = [Commit.Trailer(key: Self.operationKey, value: operation)] + answering
  }

  /// The trailer that says what kind of operation made a commit.
  static let operationKey = "Mixtape-Operation"
  /// The trailers of an undo and a redo, one for each change they answer to.
  static let undoesKey = "Mixtape-Undoes"
  static let redoesKey = "Mixtape-Redoes"
  /// The trailer of a restoration, the commit whose version came back, and of a revert, the commit that was taken back.
  static let restoresKey = "Mixtape-Restores"
  static let revertsKey = "Mixtape-Reverts"

  /// The message as git keeps it.
  var text: String {
    let trailers = trailers.map { "\($0.key): \($0.value)" }
    return [[subject], body, trailers].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(
      separator: "\n\n")
  }

  /// Text of files and feeds as a part of one line: without control characters, so that nobody's title ends the line
  /// and adds a trailer.
  private static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}

// MARK: - Messages of operations on playlists

extension CommitMessage {
  /// The message of a plan.
  ///
  /// - Parameter titles: The titles of the plan's episodes, as far as the library has them.
  init?(of plan: PlaylistPlan, titles: [Episode.ID: String]) {
    guard let subject = Self.subject(of: plan) else { return nil }
    self.init(subject, body: Self.list(plan.episodes, titles), operation: plan.operation.kind.rawValue)
  }

  private static func subject(of plan: PlaylistPlan) -> String? {
    guard let id = (plan.after ?? plan.before)?.id else { return nil }
    let episodes = plan.episodes.count == 1 ? "1 episode" : "\(plan.episodes.count) episodes"
    switch plan.operation {
    case .create: return "Create \(id)"
    case .update: return "Update \(id)"
    case .delete: return "Delete \(id)"
    case .duplicate(let original, _): return "Duplicate \(original) as \(id)"
    case .rename(_, let name): return "Rename \(id) to \"\(name)\""
    case .describe: return "Describe \(id)"
    case .move(_, let folder): return folder == .top ? "Move \(id) out of its folder" : "Move \(id) to \(folder)"
    case .configure(_, let key, let value): return "Set \(key.rawValue) = \(value) in \(id)"
    case .add: return "Add \(episodes) to \(id)"
    case .remove: return "Remove \(episodes) from \(id)"
    case .reorder: return "Move \(episodes) within \(id)"
    }
  }

  /// The longest list of episodes in a message; the diff has them all.
  private static let listLimit = 100

  private static func list(_ episodes: [Episode.ID], _ titles: [Episode.ID: String]) -> [String] {
    let lines = episodes.prefix(listLimit).map { id in titles[id].map { "- \($0) (\(id))" } ?? "- \(id)" }
    return episodes.count > listLimit ? lines + ["- and \(episodes.count - listLimit) more"] : lines
  }
}
