/// The player at the foot of the screen.
package struct PlayerBar: Equatable, Sendable {
  /// A chapter of the episode.
  package struct Chapter: Equatable, Sendable {
    package let title: String
    /// The position at which it starts: `12:04`.
    package let start: String

    package init(title: String, start: String) {
      self.title = title
      self.start = start
    }
  }

  /// The sign of the state: `▶`, `‖`, `■`, `…` or `!`.
  package let sign: String
  /// The title of the episode, or the reason why it cannot be played.
  package let title: String
  package let collection: String
  /// The position and the length: `12:04 / 30:34`.
  package let times: String
  package let isFailure: Bool
  /// The chapters of the episode, as far as they are known.
  package let chapters: [Chapter]
  /// The index of the chapter that plays; `nil` before the first one.
  package let chapter: Int?
  /// The settings of the user: `speed 1.5×, volume 80%`; empty for the usual ones.
  package let settings: String

  package init(
    sign: String, title: String, collection: String, times: String, isFailure: Bool = false, chapters: [Chapter] = [],
    chapter: Int? = nil, settings: String = ""
  ) {
    self.sign = sign
    self.title = title
    self.collection = collection
    self.times = times
    self.isFailure = isFailure
    self.chapters = chapters
    self.chapter = chapter
    self.settings = settings
  }
}
