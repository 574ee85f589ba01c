import MixtapeModel
import MixtapePlayer

// Changes of playlists.

extension Browser {
  /// Returns the playlist in the right pane, if its contents are known.
  mutating func requirePlaylist() -> Playlist? {
    if let playlist = listing.playlist { return playlist }
    refuse(
      listing.source == nil
        ? "Select a playlist first"
        : "This is no playlist; A adds its episodes to playlists, and `mixtape set` changes a podcast")
    return nil
  }

  /// Opens the details of the selected episode, or in the tree those of the selected playlist or podcast.
  mutating func openDetails() {
    let subject: DetailsPage.Subject?
    if focus == .listing || detached != nil {
      subject = listing.selected.map { .episode(listing.entries[$0].id) }
    } else {
      switch sidebar.selected?.item {
      case .playlist(let id): subject = .playlist(id)
      case .podcast(let id): subject = .podcast(id)
      case .folder, .tag, nil: subject = nil
      }
    }
    guard let subject else { return refuse("Select an episode, a playlist or a podcast first") }
    dialog = .details(DetailsPage(subject))
  }

  /// Removes the chosen episodes.
  mutating func remove() -> [BrowserEffect] {
    guard let playlist = requirePlaylist() else { return [] }
    let chosen = listing.chosen
    guard !chosen.isEmpty else { return [] }
    let picked = chosen.filter { $0 < listing.pickedCount }
    guard !picked.isEmpty else {
      refuse("Episodes found by rules cannot be removed; c changes the rules")
      return []
    }
    listing.marks = []
    let operation = PlaylistOperation.remove(EpisodeReference.ranges(of: picked), from: playlist.id)
    return [.change(BrowserEffect.Change(operation, expecting: .episodes(playlist.episodes)))]
  }

  /// Asks whether to delete the marked playlists, or the selected playlist or folder.
  mutating func askForDeletion() {
    guard kind == .playlists else { return refuseDeletion() }
    let marked = sidebar.playlists.filter { sidebar.marks.contains($0) }
    switch sidebar.selected?.item {
    case _ where !marked.isEmpty: ask(toDelete: marked)
    case .playlist(let id): ask(toDelete: [id])
    case .folder(let folder): ask(toDelete: folder)
    case .podcast, .tag, nil: break
    }
  }

  /// Names the command that removes the selected row of the library.
  private mutating func refuseDeletion() {
    switch sidebar.selected?.item {
    case .tag: refuse("`mixtape tag remove` removes a tag from podcasts")
    case .folder: refuse("`mixtape folder delete --library` deletes a folder of podcasts")
    case .podcast(let id): refuse("`mixtape delete \(id)` deletes it")
    case .playlist, nil: refuse("`mixtape delete` deletes podcasts")
    }
  }

  private mutating func ask(toDelete ids: [Playlist.ID]) {
    let name = ids.count == 1 ? ids[0].rawValue : "\(ids.count) playlists"
    dialog = .question(Question(text: "Delete \(name)?", answer: .change(BrowserEffect.Change(.delete(ids)))))
  }

  /// Asks whether to delete a folder with all its playlists, also those that a filter hides.
  private mutating func ask(toDelete folder: Folder) {
    let ids = sidebar.playlists(in: folder)
    let contents = ids.isEmpty ? "" : " and its \(ids.count == 1 ? "playlist" : "\(ids.count) playlists")"
    let change = BrowserEffect.Change(.deleteFolder(folder), expecting: .contents(folder, Set(ids)))
    dialog = .question(Question(text: "Delete the folder \(folder)\(contents)?", answer: .change(change)))
  }

  /// Opens the form for the head of the playlist.
  mutating func editHead() {
    if let playlist = requirePlaylist() { dialog = .form(Form(updating: playlist)) }
  }

  /// Opens the search for episodes to add.
  mutating func openPicker() {
    if let playlist = requirePlaylist() { dialog = .picker(Picker(playlist)) }
  }

  /// Opens the list of playlists for the chosen episodes.
  mutating func openAssignment() -> [BrowserEffect] {
    let chosen = listing.chosen.map { listing.entries[$0].id }
    guard !chosen.isEmpty else {
      refuse("Select an episode first")
      return []
    }
    let assignment = Assignment(chosen)
    dialog = .assignment(assignment)
    return [.read(.containing(assignment.episodes))]
  }

  /// Opens the editor at the line of the selected episode.
  mutating func edit() -> [BrowserEffect] {
    let offset = focus == .listing ? listing.selected : nil
    let episode = offset.map { listing.entries[$0] }
    switch listing.source {
    case .playlist(let id):
      let isPicked = episode.map { $0.origin != .found } ?? false
      let entry = isPicked ? offset.map(listing.entry) : nil
      let place = BrowserEffect.Place(
        item: .playlist(id), episode: entry?.episode, occurrence: entry?.occurrence ?? 0)
      return [.edit(place)]
    case .podcast(let id):
      return [.edit(BrowserEffect.Place(item: .podcast(id), episode: episode?.id, occurrence: 0))]
    case .search, .new:
      guard let episode else { break }
      let place = BrowserEffect.Place(item: .podcast(episode.id.podcast), episode: episode.id, occurrence: 0)
      return [.edit(place)]
    case nil: break
    }
    refuse("Select a playlist or a podcast first")
    return []
  }

  // MARK: Moves

  /// Moves the chosen episodes up or down. Several moves in a row are saved as one change.
  mutating func moveChosen(by step: Int) {
    guard let playlist = requirePlaylist() else { return }
    guard listing.filtered == nil else { return refuse("A filtered list cannot be rearranged; escape shows all") }
    let offsets = listing.move?.offsets ?? listing.chosen
    guard let first = offsets.first, let last = offsets.last else { return }
    guard listing.move != nil || last < playlist.episodes.count else {
      return refuse("Episodes found by rules cannot be moved")
    }
    let before = listing.move?.before ?? listing.entries
    let start = listing.move?.destination ?? first
    let destination = max(0, min(start + step, playlist.episodes.count - offsets.count))
    let moved = Set(offsets)
    var entries = before.enumerated().filter { !moved.contains($0.offset) }.map(\.element)
    entries.insert(contentsOf: offsets.map { before[$0] }, at: destination)
    let place = listing.selected.flatMap { selected in
      listing.move.map { selected - $0.destination } ?? offsets.firstIndex(of: selected)
    }
    listing.arrange(entries, move: Listing.Move(offsets: offsets, destination: destination, before: before))
    if let place, offsets.indices.contains(place) { listing.select(destination + place) }
  }

  /// Ends a move, and returns the change that saves it.
  mutating func savingMove() -> [BrowserEffect] {
    guard let move = listing.move, let playlist = listing.playlist else { return [] }
    listing.move = nil
    guard listing.entries != move.before else { return [] }
    let references = EpisodeReference.ranges(of: move.offsets)
    let operation = PlaylistOperation.reorder(playlist.id, references, to: .landing(at: move.destination))
    return [.change(BrowserEffect.Change(operation, expecting: .episodes(playlist.episodes)))]
  }
}

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
    guard case .character = key else {
      message = Message("Cancelled")
      return []
    }
    guard let answer = RatingAnswer(key) else {
      refuse("A rating is from 0 to \(Episode.maximumRating), and - removes it")
      return []
    }
    listing.marks = []
    return [.changeLibrary(.rate(episodes, answer.rating))]
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
