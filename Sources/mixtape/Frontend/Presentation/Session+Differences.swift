import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Prints how what a store holds differs: in words where the files can be read, and as text where not.
  func present(_ differences: [StoreDifference], of store: Store) throws(MixtapeError) {
    if wantsJSON {
      return print(
        .array(try differences.map { (difference) throws(MixtapeError) in try JSONOutput.difference(difference) }))
    }
    try print(differences, of: store)
    if differences.isEmpty { remark("No differences.") }
  }

  /// Prints differences for people.
  func print(_ differences: [StoreDifference], of store: Store) throws(MixtapeError) {
    let library = try store.episodes(differences.flatMap(\.episodesOfPlaylists))
    for (index, difference) in differences.enumerated() {
      if index > 0 { print() }
      switch difference.meaning {
      case .playlist(let playlist): print(DifferenceReport(playlist, titles: library.mapValues(\.title)).lines)
      case .podcast(let podcast): print(DifferenceReport(podcast).lines)
      case .unreadable:
        for file in difference.files {
          print("\(file.path, .bold) has or had errors, so here is its text:")
          print(patch: try file.patch)
        }
      case .other: for file in difference.files { print(patch: try file.patch) }
      }
    }
  }
}

extension StoreDifference {
  /// The episodes that are told of by title.
  fileprivate var episodesOfPlaylists: [Episode.ID] {
    guard case .playlist(let difference) = meaning else { return [] }
    let episodes = difference.episodes
    return episodes.removed.map(\.element) + episodes.added.map(\.element) + episodes.moved.map(\.element)
  }
}
