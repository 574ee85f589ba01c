public import Companions
public import Feeds
public import FileSystem
internal import MixtapeModel

/// A feed with the pages that were read of it.
///
/// Make it from the first page, and pass it to `FeedFetcher.readPages(of:)`. Servers choose how many pages there are, so their number, size
/// and time are limited.
public struct PagedFeed: Sendable {
  /// The first page with the episodes of all pages that were read.
  public private(set) var feed: Feed
  /// The number of pages that were read after the first one.
  public private(set) var pageCount = 0
  /// Whether the feed has more pages than the first one.
  public let isPaged: Bool
  /// The number of episodes of the first page.
  public let firstCount: Int
  /// The page that was not read, so that older episodes are missing; `nil` if all were read.
  public private(set) var unread: UnreadPage?
  /// The number of episodes after which no more pages are read.
  private let wanted: Int
  private var visited: Set<String>
  private var remainingBytes = Self.greatestSize

  /// The maximum number of pages after the first one.
  public static let mostPages = 100
  /// The maximum size of all pages after the first one in bytes: that of a single feed.
  public static let greatestSize = FetchLimits.greatestSize
  /// The maximum time for the pages of feeds that are read together.
  public static let longestTime = Duration.seconds(300)

  /// A page that was not read.
  public struct UnreadPage: Error, Sendable {
    /// The number of the page, from 2.
    public let number: Int
    /// The address of the page.
    public let address: String
    /// The reason.
    public let reason: Reason
  }

  /// The reasons why a page is not read.
  public enum Reason: Sendable {
    case notFetched(FetchError)
    case notAFeed(FeedError)
    /// The page ends inside an element. Its complete items were read.
    case cutOff
    /// The page was read before.
    case loop
    case tooManyPages
    case tooLarge
    case tooSlow
  }

  /// Makes the first page.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of the page, before and after redirects.
  ///   - wanted: The number of episodes after which no more pages are read.
  public init(_ first: Feed, at addresses: Set<String>, wanted: Int = .max) {
    feed = first
    isPaged = first.nextPage != nil
    firstCount = first.podcast.episodes.count
    visited = addresses
    self.wanted = wanted
  }

  /// The number of episodes that the pages after the first one added.
  public var laterCount: Int { feed.podcast.episodes.count - firstCount }

  /// Returns the request for the next page; `nil` after the last one, or if it is not to be read.
  mutating func nextRequest(within time: Duration) -> FeedRequest? {
    guard unread == nil, feed.podcast.episodes.count < wanted, let address = feed.nextPage else { return nil }
    guard !feed.isCutOff else { return nil }
    if let reason = refusal(of: address, time) {
      stop(at: address, reason)
      return nil
    }
    visited.insert(address)
    let standard = FetchLimits.standard
    return FeedRequest(
      address, limits: FetchLimits(total: min(standard.total, time), bytes: min(standard.bytes, remainingBytes)))
  }

  private func refusal(of address: String, _ time: Duration) -> Reason? {
    if visited.contains(address) { return .loop }
    if pageCount >= Self.mostPages { return .tooManyPages }
    if remainingBytes <= 0 { return .tooLarge }
    return time < .seconds(1) ? .tooSlow : nil
  }

  /// Takes the response for the next page.
  mutating func take(_ response: FeedResponse) {
    let address = response.request.address
    switch response.outcome {
    case .notModified: stop(at: address, .notFetched(FetchError(.invalidResponse)))
    case .failed(let error):
      stop(at: address, error.code == .tooLarge ? .tooLarge : .notFetched(error))
    case .fetched(let bytes, _):
      remainingBytes -= bytes.count
      visited.insert(response.finalAddress)
      do throws(FeedError) {
        let page = try Feed(parsing: bytes, address: response.finalAddress, encoding: response.encoding)
        if page.isCutOff { stop(at: address, .cutOff) }
        feed.append(page)
        pageCount += 1
      } catch {
        stop(at: address, .notAFeed(error))
      }
    }
  }

  private mutating func stop(at address: String, _ reason: Reason) {
    unread = UnreadPage(number: pageCount + 2, address: address, reason: reason)
  }
}

extension FeedFetcher {
  /// Reads the next pages of feeds, one page of each feed at a time. A page that cannot be read ends its feed.
  ///
  /// - Throws: ``CompanionProgramError`` if the program is missing or fails.
  public func readPages(of feeds: inout [PagedFeed]) throws(CompanionProgramError) {
    let start = ContinuousClock.now
    while true {
      let time = PagedFeed.longestTime - (ContinuousClock.now - start)
      var requests: [(place: Int, request: FeedRequest)] = []
      for place in feeds.indices {
        if let request = feeds[place].nextRequest(within: time) { requests.append((place, request)) }
      }
      guard !requests.isEmpty else { return }
      try fetch(requests.map(\.request)) { feeds[requests[$0.index].place].take($0) }
    }
  }
}
