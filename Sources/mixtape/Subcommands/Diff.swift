import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Diff: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes since a revision, or between two revisions.",
    discussion: """
      Without a revision, compares HEAD with the files, which shows uncommitted hand edits. With one revision, \
      compares it with the files; with two, compares the two. The first argument is a playlist if one \
      has that id, and a revision otherwise.

      Added episodes are marked with +, removed ones with -, moved ones with ~. --git prints the text in git's \
      format. In a file or a pipe, `git apply` accepts that text; on a terminal, control characters are escaped.

      Examples:
        mixtape diff
        mixtape diff morning-commute @{1}
        mixtape diff yesterday
        mixtape diff --git HEAD~2 HEAD
      """)

  @Argument(help: ArgumentHelp("The playlist (default: all of the store).", valueName: "id"))
  var playlist: PlaylistArgument?

  @Argument(help: ArgumentHelp("The first revision (default: HEAD).", valueName: "rev"))
  var from: RevisionArgument?

  @Argument(help: ArgumentHelp("The second revision (default: the current files).", valueName: "rev"))
  var to: RevisionArgument?

  @Flag(help: "Show the text of the files, in git's unified format.")
  var git = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if git && !session.wantsJSON {
      let files = try compare(in: store) { (id, old, new) throws(MixtapeError) in
        try store.diff(of: id, from: old, to: new)
      }
      for file in files { session.print(applicablePatch: try file.patch) }
      if files.isEmpty { session.remark("No differences.") }
    } else {
      let differences = try compare(in: store) { (id, old, new) throws(MixtapeError) in
        try store.differences(of: id, from: old, to: new)
      }
      try session.present(differences, of: store)
    }
    return .done
  }

  /// Compares the states that the arguments name.
  private func compare<Result>(
    in store: Store, _ compare: (Playlist.ID?, Revision?, Revision?) throws(MixtapeError) -> Result
  ) throws -> Result {
    guard let playlist else { return try compare(nil, nil, nil) }
    if let to { return try compare(try playlist.id, from?.revision, to.revision) }
    let id = playlist.validID
    if let id, try store.isKnown(id) { return try compare(id, from?.revision, nil) }
    do throws(MixtapeError) {
      return try compare(nil, Revision(playlist.text), from?.revision)
    } catch {
      guard let id, error.code == .noSuchRevision, error.subject == .text(playlist.text),
        !(error.cause is RevisionFailure)
      else { throw error }
      return try self.compare(id, compare)
    }
  }

  /// Compares a text that is neither a revision nor a playlist of HEAD's history. It may be a playlist of the other revision.
  private func compare<Result>(
    _ id: Playlist.ID, _ compare: (Playlist.ID?, Revision?, Revision?) throws(MixtapeError) -> Result
  ) throws -> Result {
    do throws(MixtapeError) {
      return try compare(id, from?.revision, nil)
    } catch {
      guard error.code == .notFound else { throw error }
      throw CommandFailure(
        .notFound, code: error.code.rawValue, "there is neither a playlist nor a revision \(id)",
        hints: [ErrorPresenter.suggestion(for: error)].compactMap(\.self) + [
          "`mixtape list` shows the playlists, and `mixtape history` the revisions"
        ])
    }
  }
}
