internal import MixtapeModel

/// An address of an episode of the library, such as `mixtape:night-sky/auroras`.
enum EpisodeAddress {
  /// The scheme of the addresses.
  static let scheme = "mixtape"

  /// Reads an address; `nil` if it is not the address of an episode.
  static func episode(in address: String) -> Episode.ID? {
    guard address.utf8.count <= longest, address.hasPrefix("\(scheme):") else { return nil }
    let name = PercentDecoding(Array(address.dropFirst(scheme.count + 1).utf8)).strictText
    return name.flatMap(Episode.ID.init(rawValue:))
  }

  /// The maximum length in bytes.
  private static let longest = 2_048
}
