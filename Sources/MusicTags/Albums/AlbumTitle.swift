internal import MixtapeModel

/// The titles of albums of several discs: `Box (Disc 2)` is disc 2 of `Box`.
enum AlbumTitle {
  /// Returns the titles of an album, if some differ by their discs only; none otherwise.
  static func ofDiscs(_ titles: Set<String>) -> Set<String> {
    let albums = Set(titles.map { DiscName.withoutDisc($0).lowercased() })
    return albums.count < Set(titles.map { $0.lowercased() }).count ? titles : []
  }

  /// Returns the number of a disc. Programs that make an album of each disc often number each one as 1, so another number in the
  /// title of the album counts more than 1.
  static func disc(_ tag: Int64?, inAlbum title: String?) -> Int64? {
    tag ?? 1 > 1 ? tag : title.flatMap { DiscName.albumAndDisc(in: $0)?.disc } ?? tag
  }
}
