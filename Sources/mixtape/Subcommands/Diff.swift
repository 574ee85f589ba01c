import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Diff: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed between two revisions, or since one.",
    discussion: """
      Without a revision: what was edited by hand and is not committed yet. With one: what changed from there to the \
      files as they are. With two: what changed from the one to the other. The first argument is a playlist if there \
      is one of that id, and a revision otherwise.

      Examples:
        mixtape diff
        mixtape diff morning-commute HEAD~3
        mixtape diff HEAD~2 HEAD
      """)

  @Argument(help: ArgumentHelp("The playlist (default: all of the store).", valueName: "id"))
  var playlist: PlaylistArgument?

  @Argument(help: ArgumentHelp("The revision to compare with (default: HEAD).", valueName: "rev"))
  var from: String?

  @Argument(help: ArgumentHelp("The revision to compare (default: the files as they are).", valueName: "rev"))
  var to: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let differences = try differences(in: store)
    session.print(json: .array(differences.map(JSONOutput.difference))) {
      for difference in differences { session.print(patch: difference.patch) }
      if differences.isEmpty { session.remark("No differences.") }
    }
    return .done
  }

  private func differences(in store: Store) throws -> [FileDifference] {
    guard let playlist else { return try store.diff(of: nil, from: nil, to: nil) }
    if to != nil { return try store.diff(of: try playlist.id, from: from, to: to) }
    let id = Playlist.ID(rawValue: playlist.text)
    if let id, try isPlaylist(id, in: store) { return try store.diff(of: id, from: from, to: nil) }
    do throws(MixtapeError) {
      return try store.diff(of: nil, from: playlist.text, to: from)
    } catch {
      guard let id, error.code == .noSuchRevision, error.subject == .text(playlist.text) else { throw error }
      return try differences(of: id, in: store)
    }
  }

  /// The differences of what is no revision and no playlist of HEAD's history, but may be one of the other revision's.
  private func differences(of id: Playlist.ID, in store: Store) throws -> [FileDifference] {
    do throws(MixtapeError) {
      return try store.diff(of: id, from: from, to: nil)
    } catch {
      guard error.code == .notFound else { throw error }
      throw CommandFailure(
        .notFound, code: error.code.rawValue, "there is neither a playlist nor a revision \(id)",
        hints: [ErrorPresenter.suggestion(for: error)].compactMap(\.self) + [
          "`mixtape list` shows the playlists, and `mixtape history` the revisions"
        ])
    }
  }

  /// Whether a playlist has the id, or had it before it was deleted.
  private func isPlaylist(_ id: Playlist.ID, in store: Store) throws(MixtapeError) -> Bool {
    if try store.path(of: id) != nil { return true }
    do throws(MixtapeError) {
      return try !store.history(of: id, limit: 1, skip: 0).entries.isEmpty
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}
