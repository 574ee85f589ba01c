import Companions
import Dispatch
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import Synchronization

// Chapters from the addresses in the library.

extension InteractivePlayer {
  struct LibraryChapters {
    /// The maximum number of files that are kept.
    private static let capacity = 20

    /// Loads the files; `nil` until the player is connected to its loop.
    var loader: ChapterLoader?
    /// The episode whose chapters were requested last, and their address.
    var request: (episode: Episode.ID, address: String)?
    private var known: [String: ChapterList] = [:]

    mutating func keep(_ loaded: ChapterLoader.Loaded) {
      if known.count >= Self.capacity { known = [:] }
      known[loaded.address] = loaded.chapters
    }

    /// Returns the chapters of a file that was loaded before.
    func chapters(at address: String) -> ChapterList? { known[address] }
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

  func take(_ loaded: ChapterLoader.Loaded) {
    libraryChapters.keep(loaded)
    guard let request = libraryChapters.request, request.address == loaded.address else { return }
    player.setChapters(loaded.chapters, of: request.episode)
  }
}

/// Loads files of chapters in the background, one at a time.
///
/// A file that cannot be loaded, or has no chapters, is ignored: the chapters in the sound remain.
final class ChapterLoader: Sendable {
  /// A file of chapters that was loaded.
  struct Loaded: Sendable {
    let address: String
    let chapters: ChapterList
  }

  /// The limits of a request. Chapters that come later than this are of little use.
  private static let limits = FetchLimits(
    connecting: .seconds(10), stalling: .seconds(10), total: .seconds(60), bytes: ChapterList.largestFile)

  private let fetcher: FeedFetcher
  private let deliver: @Sendable (Loaded) -> Void
  private let queue = DispatchQueue(label: "mixtape.chapters", qos: .utility)
  /// The address that was requested last.
  private let wanted = Mutex<String?>(nil)

  /// Makes a loader, which fetches one file at a time.
  init(_ fetcher: FeedFetcher, deliver: @escaping @Sendable (Loaded) -> Void) {
    self.fetcher = fetcher
    self.deliver = deliver
  }

  /// Loads a file. Requests that wait for their turn are dropped.
  func load(_ address: String) {
    wanted.withLock { $0 = address }
    queue.async { [self] in
      guard wanted.withLock({ $0 == address }) else { return }
      if let chapters = fetch(address), !chapters.isEmpty { deliver(Loaded(address: address, chapters: chapters)) }
    }
  }

  private func fetch(_ address: String) -> ChapterList? {
    var content: [UInt8]?
    do throws(CompanionProgramError) {
      try fetcher.fetch([FeedRequest(address, limits: Self.limits)]) { response in
        if case .fetched(let bytes, _) = response.outcome { content = bytes }
      }
    } catch {
      return nil
    }
    return content.flatMap(ChapterList.init(json:))
  }
}
