import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

extension BrowserReader {
  /// Returns the details of an episode, a podcast or a playlist, without the list of its episodes.
  func details(of subject: DetailsPage.Subject, width: Int) throws(MixtapeError) -> [StyledText] {
    switch subject {
    case .episode(let id):
      guard let episode = try store.episodes([id])[id] else { throw try store.notFound(id) }
      return EpisodeDetails(episode, nil, width: width).lines
    case .podcast(let id):
      guard let podcast = try store.library.find(id) else { throw try store.notFound(.podcast(id)) }
      return PodcastDetails(podcast, width: width, listsEpisodes: false).lines
    case .playlist(let id): return PlaylistDetails(headOf: try store.existing(id, withTimes: true)).lines
    }
  }
}
