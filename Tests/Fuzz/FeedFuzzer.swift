@testable internal import Feeds
internal import Foundation
internal import MixtapeModel

/// Limits that let a small input reach them.
private let limits = XMLLimits(depth: 12, text: 200, expansion: 200, diagnostics: 10, recoveries: 20)

/// Reads XML. Starts and ends are balanced, limits hold, and the same input gives the same events.
func fuzzXML(_ input: [UInt8]) {
  for limits in [XMLLimits(), limits] {
    let reader = XMLEventReader(input, limits: limits)
    var depth = 0
    var wasText = false
    while let event = reader.next() {
      switch event {
      case .start(_, let attributes, _):
        depth += 1
        precondition(depth <= limits.depth, "deeper than the limit")
        precondition(attributes.allSatisfy { $0.value.utf8.count <= limits.text }, "an attribute longer than the limit")
        wasText = false
      case .text(let text):
        precondition(!text.isEmpty && text.utf8.count <= limits.text, "a text that is empty or longer than the limit")
        precondition(depth > 0 && !wasText, "text outside of elements, or in two parts")
        wasText = true
      case .end:
        depth -= 1
        precondition(depth >= 0, "an end without a start")
        wasText = false
      }
    }
    precondition(depth == 0, "a start without an end")
    precondition(reader.diagnostics.count <= limits.diagnostics)
  }
}

/// Reads a feed. Its values can be written, and an update by it twice is the same as once.
func fuzzFeed(_ input: [UInt8]) {
  let feed: Feed
  do throws(FeedError) {
    feed = try Feed(parsing: input, address: "https://example.org/feed.xml", limits: limits)
  } catch {
    return
  }
  let podcast = feed.podcast
  precondition(Set(podcast.episodes.map(\.id)).count == podcast.episodes.count, "two episodes with one id")
  for episode in podcast.episodes {
    precondition(NameRules.violation(in: episode.id.name) == nil, "an invalid id")
    precondition(episode.duration.map { $0 > 0 && $0 <= FeedDuration.maximum } ?? true)
    let isWeb = episode.url?.hasPrefix("http://") == true || episode.url?.hasPrefix("https://") == true
    let scheme = episode.url.flatMap(AddressReference.scheme(of:))
    precondition(isWeb || scheme == "http" || scheme == "https", "an address that must not be played")
  }
  let all = PodcastUpdateOptions(includesOlder: true)
  let once = podcast.withEpisodes([]).updated(from: podcast, all)
  precondition(once.podcast.episodes.count == podcast.episodes.count, "an episode is lost")
  precondition(once.podcast.updated(from: podcast, all).podcast == once.podcast, "the second update changes something")
}

/// Reads a list of feeds. What is written of it is read as the same.
func fuzzOPML(_ input: [UInt8]) {
  do throws(FeedError) {
    let document = try OPMLDocument.parse(input, limits: limits).document
    let again = try OPMLDocument.parse(document.bytes).document
    func feedCount(_ list: OPMLDocument) -> Int { list.leaves.count { $0.outline.feed != nil } }
    precondition(feedCount(again) == feedCount(document), "a feed is lost")
    let last = try OPMLDocument.parse(again.bytes).document
    precondition(last == again, "a round trip changes the list")
  } catch {
    return
  }
}

/// Reads dates, durations, HTML and addresses of feeds.
func fuzzFeedText(_ text: String) {
  if let date = FeedDate(text) {
    precondition(abs(date.date.timeIntervalSince1970) < 1e12, "\(text) is in no year that can be written")
  }
  if let seconds = FeedDuration(text)?.seconds { precondition(seconds > 0 && seconds <= FeedDuration.maximum) }
  let line = HTMLText.plain(text).oneLine(limit: 50)
  precondition(line.utf8.count <= 50 && line == line.oneLine(limit: 50), "\(line) is not one line")
  for base in [nil, "https://example.org/a/b?c", "file:///a"] {
    if let address = AddressReference.resolve(text, base: base) { _ = AddressReference(address).fileExtension }
  }
  _ = PersonName.of(text)
}
