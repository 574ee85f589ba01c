/// The formats of feeds.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// RSS 0.91, 0.92 and 2.0.
  case rss = "RSS 2.0"
  /// RSS 0.90 and 1.0, in RDF.
  case rdf = "RSS 1.0"
  /// Atom 0.3 and 1.0.
  case atom = "Atom 1.0"
}
