extension Podcast {
  /// Returns the podcast with the current values of a source: a feed, or a scan of files.
  ///
  /// Values that the source delivers replace those in the file, except values that the user edited and the source has not
  /// changed since, and values that the user wrote before a source had given any. Everything else stays: ratings, plays,
  /// tags, ids, the folder, and episodes that the source no longer has, unless the options say otherwise. New episodes get
  /// readable ids and the place that the order of the file shows. Episodes that the user removed are not new. A repeated update
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - source: The podcast as the source has it. Its id and the ids of its episodes are ignored.
  ///   - options: The choices, and the edits of the user.
  /// - Complexity: O(*n* log *n*) in the number of episodes, and O(*n*) in those of the edits.
  public func updated(from source: Podcast, _ options: PodcastUpdateOptions = PodcastUpdateOptions()) -> PodcastUpdate {
    if options.recordsListening { return combining(listening: source, replacingRatings: options.replacesRatings) }
    let known = PodcastEdits(of: self, options.edits)
    let edits = options.overwrites ? known.withoutValues(of: self) : known
    let matches = options.recognized.map(places) ?? SourceMatching(source.episodes, in: edits.origin.episodes).matches
    let merge = SourceMerge(of: source, matches, into: self, edits, options)
    let named = naming(merge.new, from: source, edits, options)
    let (head, keptOfHead) = updatingHead(from: source, edits.head)
    var updated = merge.episodes
    let changed = zip(episodes, updated).filter { $0 != $1 }.map(\.1.id)
    // Values that a scan reads from a file are the episode's own, also if they equal those of the album.
    if options.recognized == nil {
      updated = updated.map { $0.inheriting(head.inheritance, insteadOf: inheritance) }
    } else if head.title != title {
      // Tracks that the scan has not read follow the title of the album.
      let read = Set(matches.compactMap(\.self))
      let (old, new) = (Episode.Inheritance(title: title), Episode.Inheritance(title: head.title))
      for index in updated.indices where !read.contains(index) {
        updated[index] = updated[index].inheriting(new, insteadOf: old)
      }
    }
    let missing = MissingEpisodes(of: self, matches, known, options)
    let present = updated.filter { !missing.dropped.contains($0.id) }
    let podcast = head.withEpisodes(
      kind == .album ? TrackPlacement.merge(named, into: present) : EpisodePlacement.merge(named, into: present))
    let added = Set(named.map(\.id))
    var notes = merge.notes + missing.notes
    let replaced = options.overwrites ? [] : replacedEdits(since: edits.origin, by: head.withEpisodes(updated))
    if !replaced.isEmpty { notes.append(.editsReplaced(replaced)) }
    let kept = keptOfHead.map { WrittenValue($0) } + merge.kept
    if !kept.isEmpty { notes.append(.writtenKept(kept)) }
    return PodcastUpdate(
      podcast: podcast, added: podcast.episodes.map(\.id).filter(added.contains), changed: changed, notes: notes)
  }

  /// Returns the indices of episodes with ids; `nil` for an id that the podcast does not have.
  private func places(of ids: [Episode.ID?]) -> [Int?] {
    let indices = Dictionary(zip(episodes.map(\.id), episodes.indices)) { first, _ in first }
    return ids.map { id in id.flatMap { indices[$0] } }
  }

  /// Returns new episodes with ids of this podcast and without inherited values. A track whose tags name the album by a title that
  /// the user replaced inherits the present one, as the other tracks do.
  private func naming(
    _ new: [Episode], from source: Podcast, _ edits: PodcastEdits, _ options: PodcastUpdateOptions
  ) -> [Episode] {
    var naming = EpisodeNaming(taken: Set(episodes.map(\.id.name)))
    let names = naming.names(for: new.map { $0.proposal(in: kind) })
    return zip(new, names).map { episode, name in
      var fields = episode.fields
      for field in Episode.Inheritance.fields where fields[field] == source.inheritance[field] { fields[field] = nil }
      if case .text(let album)? = fields[.album], edits.titles.contains(album) { fields[.album] = nil }
      if let date = options.dateAdded { fields[.dateAdded] = .date(date) }
      return Episode(
        id: Episode.ID(unchecked: id, name: name), guid: episode.guid, url: episode.url, published: episode.published,
        fields: fields)
    }
  }
}

extension Episode {
  /// Returns the values that its name is made of.
  fileprivate func proposal(in kind: Podcast.Kind) -> EpisodeNaming.Proposal {
    var text: String?
    if case .text(let title)? = fields[.title] { text = title }
    var number: Int64?
    if case .integer(let value)? = fields[.trackNumber] { number = value }
    // As with rooms of a hotel, track 3 of disc 2 is 203.
    if kind == .album, case .integer(let disc)? = fields[.discNumber], (2...99).contains(disc), let track = number,
      track < 100
    {
      number = disc * 100 + track
    }
    let file = url?.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(Self.withoutExtension)
    return EpisodeNaming.Proposal(title: text, number: number, published: published, substitute: file ?? guid)
  }

  /// Returns a file name without an extension such as `mp3` or `opus`.
  private static func withoutExtension(_ name: Substring) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    let ending = name[dot...].dropFirst()
    let isExtension = (2...4).contains(ending.count) && ending.first?.isLetter == true
    return String(isExtension ? name[..<dot] : name)
  }
}
