/// The address of a feed as far as it identifies the feed: without scheme, default port, fragment and trailing slashes, and
/// with the host in lower case.
public struct FeedIdentity: Hashable, Sendable {
  private let key: String

  /// Makes the identity of a feed.
  public init(of address: String) { key = AddressKey.feed(address) }
}
