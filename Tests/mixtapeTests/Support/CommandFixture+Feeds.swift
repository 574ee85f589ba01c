import Foundation
import SystemPackage
import TestSupport

/// Feeds in files, for commands.
extension CommandFixture {
  /// Returns a feed.
  static func feed(_ episodes: [(guid: String, title: String, day: Int)], title: String) -> String {
    let items = episodes.map { episode in
      """
      <item><title>\(episode.title)</title><guid>\(episode.guid)</guid>
      <pubDate>\(episode.day) Mar 2026 10:00:00 GMT</pubDate>
      <enclosure url="https://example.org/\(episode.guid).mp3" type="audio/mpeg" length="1000"/></item>
      """
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined(separator: "\n"))</channel></rss>"
  }

  /// Writes a feed beside the store, and returns its address.
  @discardableResult
  func writeFeed(_ text: String, to name: String) throws -> String {
    let path = sandbox.store.removingLastComponent().appending(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path.string))
    return "file://\(path.string)"
  }
}
