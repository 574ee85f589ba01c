internal import MixtapeLibrary
internal import MixtapeModel

/// Searches the library. Every text is a valid search. It finds episodes of the library, each once, and always the
/// same.
func fuzzSearch(_ text: String) throws {
  let library = FuzzedLibrary.shared
  let query = EpisodeQuery(search: text, now: FuzzedLibrary.now)
  let found = try library.index.episodes(matching: query)
  precondition(Set(found).count == found.count, "an episode was found twice")
  precondition(Set(found).isSubset(of: library.episodes.map(\.id)), "an episode was found that is not there")
  let count = try library.index.count(matching: query)
  precondition(count == found.count, "\(count) are counted, and \(found.count) found")
  let again = try library.index.episodes(matching: query)
  precondition(again == found, "another look finds others")
}
