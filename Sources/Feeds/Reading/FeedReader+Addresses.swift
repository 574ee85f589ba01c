internal import MixtapeModel
internal import XMLReading

extension FeedReader {
  /// Returns the whole address of a file on the web. A feed must not make the player open other files, or call private networks.
  mutating func webAddress(_ reference: String, base: String?, at position: XMLPosition) -> String? {
    guard let address = AddressReference.resolve(reference, base: siteBase(base)),
      ["http", "https"].contains(AddressReference.scheme(of: address))
    else { return nil }
    guard !refuses(address) else {
      note(privateAddress: address, .error, "it is ignored", at: position)
      return nil
    }
    return address
  }

  /// Returns whether an address leads to a private network, and the feed is public.
  func refuses(_ address: String) -> Bool { PrivateNetwork.refuses(address, namedBy: self.address) }

  /// Reports an address in a private network, once.
  mutating func note(
    privateAddress address: String, _ severity: FeedDiagnostic.Severity, _ consequence: String, at position: XMLPosition
  ) {
    guard privateAddresses.count < Self.maximumPrivateAddresses, !privateAddresses.contains(address) else { return }
    privateAddresses.append(address)
    let text = address.oneLine(limit: 100)
    report(
      severity, "the address \"\(text)\" is in a private network, but the feed is public; \(consequence)", at: position)
  }

  /// Addresses beyond this number are not reported.
  private static let maximumPrivateAddresses = 100

  /// Returns the base of relative addresses of other files: that of the element, or the web page. The other files of the site are
  /// not beside a saved feed.
  func siteBase(_ base: String?) -> String? {
    guard let base, let link = head.link, AddressReference.scheme(of: base) == "file" else { return base ?? head.link }
    return link
  }
}
