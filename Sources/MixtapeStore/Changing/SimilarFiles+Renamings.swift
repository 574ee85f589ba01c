internal import MixtapeModel
internal import PlaylistFiles

extension SimilarFiles {
  /// Pairs deleted playlists and podcasts with created ones that were renamed and edited. Small files have common lines by chance, so
  /// an episode, a rule or the search must be common, too.
  static func renamings(removed: [FileSource], added: [FileSource]) -> [(removed: Int, added: Int)] {
    guard !removed.isEmpty, !added.isEmpty, max(removed.count, added.count) <= mostCompared else { return [] }
    let (old, new) = (removed.map(members), added.map(members))
    return pairs(
      removed: removed.map(\.bytes), added: added.map(\.bytes),
      where: {
        Section(containing: removed[$0].path) == Section(containing: added[$1].path)
          && !old[$0].isDisjoint(with: new[$1])
      })
  }

  /// A member of a file, by which it is recognized under another name.
  private enum Member: Hashable {
    case episode(String)
    /// A rule, by its canonical text, so that equal rules can be written in different ways.
    case rule(String)
    case search(String)
  }

  /// Returns the episodes, rules and search of a playlist, or the names of the episodes of a podcast.
  private static func members(of file: FileSource) -> Set<Member> {
    switch file.content {
    case .playlist(let playlist):
      let rules = (playlist.criteria.conditions ?? []).map { Member.rule($0.canonicalText) }
      // An empty search finds all episodes, so that it identifies no playlist.
      let search = playlist.criteria.search.flatMap { $0.isEmpty ? nil : Member.search($0) }
      return Set(playlist.episodes.map { .episode($0.rawValue) } + rules + [search].compactMap(\.self))
    case .podcast(let podcast): return Set(podcast.episodes.map { .episode($0.id.name) })
    case nil: return []
    }
  }
}
