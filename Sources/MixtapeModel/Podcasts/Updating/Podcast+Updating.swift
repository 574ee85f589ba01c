#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Podcast {
  /// Returns the podcast with the current values of a source: a feed, or a scan of files.
  ///
  /// Values that the source delivers replace those in the file, except values that the user edited and the source has not
  /// changed since, and values that the user wrote before a source had given any. Everything else stays: ratings, plays,
  /// tags, ids, the folder, and episodes that the source no longer has. New episodes get readable ids and the place that the
  /// order of the file shows. Episodes that the user removed are not new. A repeated update changes nothing.
  ///
  /// - Parameters:
  ///   - source: The podcast as the source has it. Its id and the ids of its episodes are ignored.
  ///   - options: The choices, and the edits of the user.
  /// - Complexity: O(*n* log *n*) in the number of episodes, and O(*n*) in those of the edits.
  public func updated(from source: Podcast, _ options: PodcastUpdateOptions = PodcastUpdateOptions()) -> PodcastUpdate {
    if options.fillsPlays { return fillingPlays(from: source) }
    let known = PodcastEdits(of: self, options.edits)
    let edits = options.overwrites ? known.withoutValues(of: self) : known
    let origins = edits.origin.episodes
    let matches = options.recognized.map(places) ?? SourceMatching(source.episodes, in: origins).matches
    let heads = (own: inheritance, source: source.inheritance)
    var updated = episodes
    var new: [Episode] = []
    var kept: [WrittenValue] = []
    var (guids, unidentified, older) = (0, 0, 0)
    let oldest = options.includesOlder ? nil : (episodes + edits.removed).compactMap(\.published).min()
    for (episode, match) in zip(source.episodes, matches) {
      if let match {
        let values = SourceEpisode(
          episode: episode, inheritance: heads.source, isMusicFile: options.recognized != nil)
        // The edits of a song do not count for another song in its file.
        let isReplaced = options.replaced.contains(updated[match].id)
        let own = isReplaced ? OwnValues(updated[match]) : edits.episodes[match]
        let taken = values.updating(updated[match], inheriting: heads.own, own)
        updated[match] = taken.episode
        kept += taken.kept.map { WrittenValue($0.name, of: episodes[match].id) }
        if let before = origins[match].guid, before != episode.guid, taken.episode.guid == episode.guid { guids += 1 }
        if isReplaced { updated[match] = updated[match].takingMarks(of: episode) }
      } else if !episode.isIdentifiable {
        unidentified += 1
      } else if let oldest, let published = episode.published, published < oldest {
        older += 1
      } else {
        new.append(episode)
      }
    }
    let found = new.count
    if !options.includesOlder { new = new.without(edits.removed, options.earlierAddresses) }
    let removed = found - new.count
    let changed = zip(episodes, updated).filter { $0 != $1 }.map(\.1.id)
    let named = naming(new, from: source, options)
    let (head, keptOfHead) = takingHead(of: source, edits.head)
    // Values that a scan reads from a file are the episode's own, also if they equal those of the album.
    if options.recognized == nil {
      updated = updated.map { $0.inheriting(head.inheritance, insteadOf: inheritance) }
    }
    let podcast = head.withEpisodes(
      kind == .album ? TrackPlacement.merge(named, into: updated) : EpisodePlacement.merge(named, into: updated))
    let added = Set(named.map(\.id))
    var notes: [PodcastUpdateNote] = []
    if guids > 0, options.recognized == nil { notes.append(.guidsChanged(guids)) }
    if hasNone(of: matches), !added.isEmpty { notes.append(.noneRecognized(new: added.count)) }
    if older > 0 { notes.append(.olderLeftOut(older)) }
    if unidentified > 0 { notes.append(.unidentified(unidentified)) }
    // A feed lists a removed episode for years. A music file can be removed, too.
    if removed > 0, options.recognized != nil { notes.append(.removedLeftOut(removed)) }
    let replaced = options.overwrites ? [] : replacedEdits(since: edits.origin, by: head.withEpisodes(updated))
    if !replaced.isEmpty { notes.append(.editsReplaced(replaced)) }
    kept = keptOfHead.map { WrittenValue($0) } + kept
    if !kept.isEmpty { notes.append(.writtenKept(kept)) }
    return PodcastUpdate(
      podcast: podcast, added: podcast.episodes.map(\.id).filter(added.contains), changed: changed, notes: notes)
  }

  /// Returns whether no episode of a source was matched with one of several episodes in the file.
  private func hasNone(of matches: [Int?]) -> Bool {
    kind == .podcast && episodes.count > 1 && matches.allSatisfy { $0 == nil }
  }

  /// Returns the indices of episodes with ids; `nil` for an id that the podcast does not have.
  private func places(of ids: [Episode.ID?]) -> [Int?] {
    let indices = Dictionary(zip(episodes.map(\.id), episodes.indices)) { first, _ in first }
    return ids.map { id in id.flatMap { indices[$0] } }
  }

  /// Returns new episodes with ids of this podcast and without inherited values.
  private func naming(_ new: [Episode], from source: Podcast, _ options: PodcastUpdateOptions) -> [Episode] {
    var naming = EpisodeNaming(taken: Set(episodes.map(\.id.name)))
    let names = naming.names(for: new.map { $0.proposal(in: kind) })
    return zip(new, names).map { episode, name in
      var fields = episode.fields
      for field in Episode.Inheritance.fields where fields[field] == source.inheritance[field] { fields[field] = nil }
      if let date = options.dateAdded { fields[.dateAdded] = .date(date) }
      return Episode(
        id: Episode.ID(unchecked: id, name: name), guid: episode.guid, url: episode.url, published: episode.published,
        fields: fields)
    }
  }
}

extension Episode {
  /// Whether it can be recognized in the next update.
  fileprivate var isIdentifiable: Bool { guid != nil || url != nil || fields[.title] != nil }

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
    let file = url?.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init)
    return EpisodeNaming.Proposal(title: text, number: number, published: published, substitute: file ?? guid)
  }
}

extension [Episode] {
  /// Returns the episodes that are not certainly among others. A new episode that only looks like a removed one is not lost.
  ///
  /// - Parameter earlier: The earlier addresses of sounds, by their present ones.
  fileprivate func without(_ others: [Episode], _ earlier: [String: [String]]) -> [Episode] {
    if isEmpty || others.isEmpty { return self }
    let guids = Set(others.compactMap(\.guid))
    return filter { episode in
      if let guid = episode.guid, guids.contains(guid) { return false }
      let places = [episode] + (episode.url.flatMap { earlier[$0] } ?? []).map(episode.withURL)
      return !others.contains { other in places.contains { $0.isCertainly(other) } }
    }
  }
}

extension Episode {
  /// Returns whether another episode is the same one without doubt: by guid, or by two of address, title and date. Without guids, the
  /// address is enough.
  fileprivate func isCertainly(_ other: Episode) -> Bool {
    if let guid, let otherGUID = other.guid, guid == otherGUID { return true }
    let hasAddress = url != nil && url == other.url
    let hasTitle = fields[.title] != nil && fields[.title] == other.fields[.title]
    let hasDate = published != nil && published == other.published
    if hasAddress, guid == nil || other.guid == nil { return true }
    return hasAddress ? hasTitle || hasDate : hasTitle && hasDate && (url == nil || other.url == nil)
  }
}
