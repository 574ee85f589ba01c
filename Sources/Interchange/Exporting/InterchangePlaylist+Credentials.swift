extension InterchangePlaylist {
  /// Whether addresses of its entries contain user names or passwords.
  public var hasCredentials: Bool {
    entries.contains { ($0.locations + [$0.image].compactMap(\.self)).contains(where: AddressKey.hasCredentials) }
  }
}
