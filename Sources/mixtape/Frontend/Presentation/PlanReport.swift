import MixtapeModel
import TerminalUI

/// A change in one sentence.
struct PlanReport {
  /// The sentence for a change that was made.
  let done: StyledText
  /// The sentence for a change without effect, with the reason.
  let nothing: StyledText

  /// The maximum number of refused episodes that are named.
  static let mostRefused = 10

  init(done: StyledText, nothing: StyledText) {
    self.done = done
    self.nothing = nothing
  }

  /// Creates the report of a change of playlists.
  init(_ plan: PlaylistPlan) {
    let count = counted(plan.episodes.count, "episode")
    let playlists = Self.naming(plan.changes.map(\.item.id))
    switch plan.operation {
    case .create(let playlist):
      self.init(
        done: "Created \(playlist.id, .bold)\(plan.episodes.isEmpty ? "" : " with \(count)").",
        nothing: "Nothing to create.")
    case .importing: self.init(done: "Imported \(playlists).", nothing: Self.nothingToImport)
    case .resolve: self.init(resolution: plan)
    case .update(let playlist):
      self.init(
        done: "Updated \(playlist.id, .bold).", nothing: "Nothing to change: \(playlist.id) already has these values.")
    case .edit(let ids, let edits):
      let name = ids.count == 1 ? "\(ids[0]) already has" : "all of them already have"
      if case .setting(let setting)? = edits.first, edits.count == 1 {
        self.init(
          done: "Set \(setting.key.rawValue) of \(playlists) to \(setting.value).",
          nothing: "Nothing to change: \(name) \(setting.key.rawValue) \(setting.value).")
      } else {
        self.init(done: "Updated \(playlists).", nothing: "Nothing to change: \(name) these values.")
      }
    case .delete: self.init(done: "Deleted \(playlists).", nothing: "Nothing to delete.")
    case .duplicate(let id, _):
      self.init(done: "Copied \(id) to \(plan.after?.id.rawValue ?? "", .bold).", nothing: "Nothing to copy.")
    case .rename(let id, let name):
      self.init(
        done: "Renamed \(id, .bold) to \"\(name)\".", nothing: "Nothing to change: \(id) already has that name.")
    case .describe(let id, let text):
      self.init(
        done: text.isEmpty ? "Removed the description of \(id, .bold)." : "Changed the description of \(id, .bold).",
        nothing: "Nothing to change: \(id) already has that description.")
    case .move(let ids, let folder):
      self.init(
        done: "Moved \(playlists) to \(folder.wording).",
        nothing: ids.count == 1
          ? "Nothing to change: \(ids[0]) is already there." : "Nothing to change: they are already there.")
    case .conditions(let id, _):
      let done: StyledText =
        switch (plan.before?.isSmart ?? false, plan.after?.isSmart ?? false) {
        case (_, true): "Changed the rules of \(id, .bold)."
        case (true, false): "Removed the rules of \(id, .bold)."
        case (false, false): "Updated \(id, .bold), which has no rules."
        }
      self.init(
        done: done,
        nothing: plan.after?.isSmart == false
          ? "Nothing to change: \(id) has no rules." : "Nothing to change: \(id) already has these rules.")
    case .freeze(let id, _):
      self.init(
        done: "Froze \(id, .bold): replaced its rules with \(count).",
        nothing: "Nothing to freeze: \(id) has no rules.")
    case .add(_, let id, _, _):
      self.init(done: "Added \(count) to \(id, .bold).", nothing: "Nothing to add: \(id) already contains them.")
    case .assign:
      self.init(
        done: Self.assignment(plan), nothing: "Nothing to change: the playlists already have this assignment.")
    case .remove(_, let id):
      self.init(done: "Removed \(count) from \(id, .bold).", nothing: "Nothing to remove from \(id).")
    case .reorder(let id, _, _):
      self.init(
        done: "Moved \(count) of \(id, .bold).", nothing: "Nothing to change: \(id) already has this order.")
    case .moveFolder(let folder, let destination):
      self.init(folder, movedTo: destination, with: plan.changes.count, "playlist")
    case .deleteFolder(let folder): self.init(folder, movedTo: nil, with: plan.changes.count, "playlist")
    }
  }

  /// Words an assignment: `Added 2 episodes to lamps, removed them from late.`
  private static func assignment(_ plan: PlaylistPlan) -> StyledText {
    let (added, removed) = plan.assignment
    let episodes = counted(plan.episodes.count, "episode")
    let pronoun = plan.episodes.count == 1 ? "it" : "them"
    func names(_ ids: [Playlist.ID]) -> String {
      ids.count <= 3 ? listed(ids.map(\.rawValue)) : counted(ids.count, "playlist")
    }
    if added.isEmpty { return "Removed \(episodes) from \(names(removed), .bold)." }
    if removed.isEmpty { return "Added \(episodes) to \(names(added), .bold)." }
    return "Added \(episodes) to \(names(added), .bold), removed \(pronoun) from \(names(removed), .bold)."
  }
}
