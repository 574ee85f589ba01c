internal import FileSystem
public import MixtapeModel

extension Store {
  /// Returns digests of the files of podcasts and albums. Two contents with the same digest are taken to be equal.
  ///
  /// A file that is missing, is not a plain file, cannot be read or is larger than the store's limit has no digest.
  ///
  /// - Complexity: O(*n*) in the size of the files.
  public func contentDigests(of ids: [Podcast.ID]) throws(MixtapeError) -> [Podcast.ID: String] {
    let scan = try SectionScan(.library, of: self, lookingFor: Set(ids.map(\.rawValue)))
    var digests: [Podcast.ID: String] = [:]
    for id in ids {
      guard let file = scan.files[id.rawValue], case .bytes(let bytes) = try load(file.path) else { continue }
      digests[id] = ContentDigest.text(of: bytes)
    }
    return digests
  }
}
