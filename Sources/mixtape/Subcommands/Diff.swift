import ArgumentParser
import MixtapeModel
import MixtapeStore

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
    try session.present(try compare(in: store, session), asText: git, of: store)
    return .done
  }

  /// Compares the states that the arguments name.
  private func compare(in store: Store, _ session: Session) throws -> [FileDifference] {
    guard let playlist else { return try store.diff(of: nil, from: nil, to: nil) }
    if let to {
      return try store.diff(of: .playlist(try playlist.id(in: session)), from: from?.revision, to: to.revision)
    }
    let id = playlist.validID
    if let id, try store.isKnown(.playlist(id)) {
      return try store.diff(of: .playlist(id), from: from?.revision, to: nil)
    }
    do throws(MixtapeError) {
      return try store.diff(of: nil, from: Revision(playlist.text), to: from?.revision)
    } catch {
      guard error.code == .noSuchRevision, error.subject == .text(playlist.text), !(error.cause is RevisionFailure)
      else { throw error }
      return try compare(id ?? named(playlist, orAfter: error, in: session), in: store)
    }
  }

  /// Returns the playlist with a name that is not a revision.
  private func named(
    _ playlist: PlaylistArgument, orAfter error: MixtapeError, in session: Session
  ) throws -> Playlist.ID {
    do {
      return try playlist.id(in: session)
    } catch is CommandFailure {
      throw error
    }
  }

  /// Compares a text that is neither a revision nor a playlist of HEAD's history. It may be a playlist of the other revision.
  private func compare(_ id: Playlist.ID, in store: Store) throws -> [FileDifference] {
    do throws(MixtapeError) {
      return try store.diff(of: .playlist(id), from: from?.revision, to: nil)
    } catch {
      guard error.code == .notFound else { throw error }
      let other = error.withLikelyItem(in: store, of: Self.configuration.commandName).cause as? ItemOfOtherKind
      throw CommandFailure(
        .notFound, code: error.code.rawValue, "there is neither a playlist nor a revision \(id)",
        hints: [ErrorPresenter.suggestion(for: error)].compactMap(\.self) + [
          other.map(ErrorPresenter.hint)
            ?? "`mixtape list` shows the playlists, and `mixtape history` the revisions"
        ])
    }
  }
}
