public import MixtapeModel

extension ShufflePlayer {
  /// The chapters of the current episode: those of ``setChapters(_:of:)``, else those of the service, which knows them once
  /// the episode is loaded. Chapters that begin at the end or after it are left out.
  public var chapters: ChapterList {
    let (isActive, given) = read { ($0.isActive, $0.givenChapters) }
    return (given.isEmpty && isActive ? service.chapters : given).beginning(before: duration)
  }

  /// Sets the chapters of the current episode, which replace those of the service. Does nothing for another episode.
  ///
  /// - Parameter chapters: The chapters; an empty list stands for those of the service.
  public func setChapters(_ chapters: ChapterList, of episode: Episode.ID) {
    change { $0.setChapters(chapters, of: episode) }
  }

  /// Seeks to the start of the next chapter, if there is one.
  @discardableResult
  public func skipToNextChapter() -> Bool {
    guard let start = chapters.start(after: position, speed: speed) else { return false }
    seek(to: start)
    return true
  }

  /// Seeks to the start of the chapter, if the episode has chapters; within its first 3 seconds, to that of the chapter before it.
  @discardableResult
  public func skipToPreviousChapter() -> Bool {
    let chapters = chapters
    guard !chapters.isEmpty else { return false }
    seek(to: chapters.start(before: position, speed: speed))
    return true
  }

  /// Seeks to the start of one of the ``chapters``. Returns whether there is such a chapter.
  @discardableResult
  public func skipToChapter(at index: Int) -> Bool {
    let chapters = chapters.chapters
    guard chapters.indices.contains(index) else { return false }
    seek(to: chapters[index].start)
    return true
  }
}

extension PlayerMachine {
  /// The chapters that were set for the current episode; empty if there are none.
  fileprivate var givenChapters: ChapterList {
    guard let current, let chaptersOfEpisode, chaptersOfEpisode.serial == serials[current] else { return .none }
    return chaptersOfEpisode.chapters
  }

  fileprivate mutating func setChapters(_ chapters: ChapterList, of episode: Episode.ID) {
    guard let current, episodes[current].id == episode else { return }
    chaptersOfEpisode = (serials[current], chapters)
  }
}
