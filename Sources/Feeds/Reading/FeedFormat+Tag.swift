extension FeedFormat {
  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - tag: The outermost known element.
  ///   - version: Its attribute `version`.
  init(_ tag: FeedTag, version: String?) {
    let version = version?.trimmed
    self =
      switch tag {
      case .rdf: .rdf
      case .atomFeed: version == "0.3" ? .atom03 : .atom
      default: version == "0.91" ? .rss091 : version == "0.92" ? .rss092 : .rss
      }
  }
}
