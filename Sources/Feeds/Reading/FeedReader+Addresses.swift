extension FeedReader {
  /// Returns the whole address of a file on the web. A feed must not make the player open other files.
  func webAddress(_ reference: String, base: String?) -> String? {
    AddressReference.resolve(reference, base: siteBase(base)).flatMap { address in
      ["http", "https"].contains(AddressReference.scheme(of: address)) ? address : nil
    }
  }

  /// Returns the base of relative addresses of other files: that of the element, or the web page. The other files of the site are
  /// not beside a saved feed.
  func siteBase(_ base: String?) -> String? {
    guard let base, let link = head.link, AddressReference.scheme(of: base) == "file" else { return base ?? head.link }
    return link
  }
}
