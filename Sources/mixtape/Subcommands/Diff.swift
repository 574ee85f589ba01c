import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Diff: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes since a revision, or between two revisions.",
    discussion: """
      Without a revision, compares HEAD with the files, which shows uncommitted hand edits. With one revision, \
      compares it with the files; with two, compares the two. The first argument is a playlist, podcast or album if one \
      has that id, and a revision otherwise.

      Added episodes are marked with +, removed ones with -, moved ones with ~. --git prints the text in git's \
      format. In a file or a pipe, `git apply` accepts that text; on a terminal, control characters are escaped.

      Examples:
        mixtape diff
        mixtape diff morning-commute @{1}
        mixtape diff night-sky HEAD~1
        mixtape diff yesterday
        mixtape diff --git HEAD~2 HEAD
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album (default: all of the store).", valueName: "id"))
  var item: ItemArgument?

  @Argument(help: ArgumentHelp("The first revision (default: HEAD).", valueName: "rev"))
  var from: RevisionArgument?

  @Argument(help: ArgumentHelp("The second revision (default: the current files).", valueName: "rev"))
  var to: RevisionArgument?

  @Flag(help: "Show the text of the files, in git's unified format.")
  var git = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    try session.present(try compare(in: store, session), asText: git, of: store)
    return .done
  }

  /// Compares the states that the arguments name.
  private func compare(in store: Store, _ session: Session) throws -> [FileDifference] {
    guard let item else { return try store.diff(of: nil, from: nil, to: nil) }
    if let to { return try store.diff(of: try item.id(in: session), from: from?.revision, to: to.revision) }
    if let known = try item.items.first(where: store.isKnown) {
      return try store.diff(of: known, from: from?.revision, to: nil)
    }
    do throws(MixtapeError) {
      return try store.diff(of: nil, from: Revision(item.text), to: from?.revision)
    } catch {
      guard error.code == .noSuchRevision, error.subject == .text(item.text), !(error.cause is RevisionFailure) else {
        throw error
      }
      return try compare(item, orThrow: error, in: store, session)
    }
  }

  /// Compares a text that is neither a revision nor an id of HEAD's history. It may be a name, or an id of the other revision.
  private func compare(
    _ item: ItemArgument, orThrow error: MixtapeError, in store: Store, _ session: Session
  ) throws -> [FileDifference] {
    guard !item.items.isEmpty else {
      do {
        return try store.diff(of: try item.id(in: session), from: from?.revision, to: nil)
      } catch is CommandFailure {
        throw error
      }
    }
    for item in item.items {
      do throws(MixtapeError) {
        return try store.diff(of: item, from: from?.revision, to: nil)
      } catch {
        guard error.code == .notFound else { throw error }
      }
    }
    let candidates = try item.items.flatMap { try store.notFound($0).candidates }
    let suggestion = ErrorPresenter.suggestion(for: MixtapeError(.notFound, .item(item.text), candidates: candidates))
    throw CommandFailure(
      .notFound, code: MixtapeError.Code.notFound.rawValue,
      "there is neither a playlist, a podcast nor a revision \(ErrorPresenter.name(.item(item.text)))",
      hints: [suggestion, "`mixtape list` shows the playlists, and `mixtape history` the revisions"].compactMap(\.self))
  }
}
