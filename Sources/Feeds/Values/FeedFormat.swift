/// The formats of feeds. All versions of a format are read in the same way.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// RSS 0.90, in RDF.
  case rss090 = "RSS 0.90"
  /// RSS 0.91.
  case rss091 = "RSS 0.91"
  /// RSS 0.92.
  case rss092 = "RSS 0.92"
  /// RSS 2.0, also with an unknown version or without one.
  case rss = "RSS 2.0"
  /// RSS 1.0, in RDF.
  case rdf = "RSS 1.0"
  /// Atom 0.3.
  case atom03 = "Atom 0.3"
  /// Atom 1.0, also with an unknown version or without one.
  case atom = "Atom 1.0"
}
