import MixtapeModel
import TerminalUI

// Changes of episodes and of podcasts.

extension Browser {
  /// The marked episodes, or else the selected one.
  private var chosenEpisodes: [Episode.ID] {
    // In the tree, no row of the list is visibly selected.
    guard focus == .listing || !listing.marks.isEmpty else { return [] }
    return listing.chosen.map { listing.entries[$0] }.filter { $0.origin != .missing }.map(\.id).withoutRepetitions
  }

  /// Acts on the chosen episodes, or refuses to if there are none.
  mutating func withChosenEpisodes(_ act: (inout Browser, [Episode.ID]) -> [BrowserEffect]) -> [BrowserEffect] {
    let chosen = chosenEpisodes
    guard !chosen.isEmpty else {
      refuse(
        focus == .listing
          ? "Select an episode of the library first" : "Select an episode in the list first; tab goes there")
      return []
    }
    return act(&self, chosen)
  }

  /// Asks for the rating of the chosen episodes.
  mutating func rate() -> [BrowserEffect] {
    withChosenEpisodes { browser, episodes in
      browser.dialog = .rating(episodes)
      return []
    }
  }

  mutating func pressInRating(_ key: Key, _ episodes: [Episode.ID]) -> [BrowserEffect] {
    dialog = nil
    guard case .character(let character) = key else {
      message = Message("Cancelled")
      return []
    }
    let rating = character.isASCII ? character.wholeNumberValue.map(Int64.init) : nil
    guard character == "-" || rating.map(TrackField.rating.integers.contains) == true else {
      refuse("A rating is from 0 to \(Episode.maximumRating), and - removes it")
      return []
    }
    listing.marks = []
    return [.changeLibrary(.rate(episodes, rating))]
  }

  /// Marks the chosen episodes as played or as never played.
  mutating func togglePlayed() -> [BrowserEffect] {
    withChosenEpisodes { browser, episodes in
      browser.listing.marks = []
      return [.changeLibrary(.togglePlayed(episodes))]
    }
  }

  /// Opens the form for the tags of the selected podcast.
  mutating func editTags() {
    guard kind != .playlists, case .podcast(let id) = sidebar.selected?.item else {
      return refuse("Tags are on podcasts and albums: select one in the library first (2)")
    }
    dialog = .form(Form(tagging: id, sidebar.tags(of: id)))
  }

  /// Opens the form for the name of a copy of the playlist.
  mutating func duplicate() {
    if let playlist = requirePlaylist() { dialog = .form(Form(duplicating: playlist)) }
  }
}
