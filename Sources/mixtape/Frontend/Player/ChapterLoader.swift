import Dispatch
import FeedFetching
import MixtapePlayer
import Synchronization

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
  ///
  /// - Parameter deliver: Receives the files, on another thread.
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
    do throws(FetchProgramError) {
      try fetcher.fetch([FeedRequest(address, limits: Self.limits)]) { response in
        if case .fetched(let bytes, _) = response.outcome { content = bytes }
      }
    } catch {
      return nil
    }
    return content.flatMap(ChapterList.init(json:))
  }
}
