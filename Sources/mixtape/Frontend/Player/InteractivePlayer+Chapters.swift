import FeedFetching
import MixtapeModel
import MixtapePlayer
import MixtapeStore

// Chapters from the addresses in the library.

extension InteractivePlayer {
  /// The chapters of episodes from the addresses in the library.
  struct LibraryChapters {
    /// The maximum number of files that are kept.
    private static let capacity = 20

    /// Loads the files; `nil` if nothing is loaded.
    var loader: ChapterLoader?
    /// The episode whose chapters were requested last, and their address.
    var request: (episode: Episode.ID, address: String)?
    private var known: [String: ChapterList] = [:]

    /// Keeps the chapters of a file.
    mutating func keep(_ loaded: ChapterLoader.Loaded) {
      if known.count >= Self.capacity { known = [:] }
      known[loaded.address] = loaded.chapters
    }

    /// Returns the chapters of a file that was loaded before.
    func chapters(at address: String) -> ChapterList? { known[address] }
  }

  /// Loads the chapters of all episodes that play from now on.
  ///
  /// - Parameter deliver: Receives the chapters for ``take(_:)``, on another thread.
  func loadChapters(in context: CommandContext, deliver: @escaping @Sendable (ChapterLoader.Loaded) -> Void) {
    libraryChapters.loader = ChapterLoader(FeedFetcher(in: context), deliver: deliver)
  }

  /// Requests the chapters of an episode that plays or will play, once.
  func requestChapters(of episode: Episode?) {
    guard let episode, let loader = libraryChapters.loader else { return }
    guard let address = episode.chapters, !store.refusesAddress(address, of: episode.id.podcast) else {
      libraryChapters.request = nil
      return player.setChapters(.none, of: episode.id)
    }
    if let request = libraryChapters.request, request == (episode.id, address) { return }
    libraryChapters.request = (episode.id, address)
    let known = libraryChapters.chapters(at: address)
    player.setChapters(known ?? .none, of: episode.id)
    if known == nil { loader.load(address) }
  }

  /// Takes chapters that were loaded.
  func take(_ loaded: ChapterLoader.Loaded) {
    libraryChapters.keep(loaded)
    guard let request = libraryChapters.request, request.address == loaded.address else { return }
    player.setChapters(loaded.chapters, of: request.episode)
  }
}
