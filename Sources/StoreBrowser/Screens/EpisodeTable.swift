package import MixtapeModel

/// A column of a list of episodes.
package enum EpisodeColumn: String, CaseIterable, Sendable {
  case id, title, artist, podcast, date, length, state, rating, downloaded
  /// The podcast of an episode, or the artist and the album of a track, in one column.
  case origin

  /// The columns of lists on a screen.
  package static let onScreen: [EpisodeColumn] = [.title, .origin, .date, .state, .rating, .downloaded, .length]
  /// The columns of the list of new episodes on a screen.
  package static let onScreenOfNew: [EpisodeColumn] = [.title, .origin, .date, .downloaded, .length]
  /// The columns of the list of a podcast or an album on a screen.
  package static let onScreenOfPodcast: [EpisodeColumn] = [
    .title, .artist, .date, .state, .rating, .downloaded, .length,
  ]

  /// The columns that a narrow terminal hides, in this order.
  fileprivate static let dispensable: [EpisodeColumn] = [
    .downloaded, .rating, .podcast, .artist, .state, .date, .length,
  ]

  /// The columns that a narrow screen hides, in this order.
  fileprivate static let dispensableOnScreen: [EpisodeColumn] = [
    .rating, .artist, .origin, .state, .date, .downloaded, .length,
  ]
}

/// Episodes in aligned columns, for the lists of commands, of the browser and of the player.
package struct EpisodeTable {
  /// The space and the signs of a list.
  package enum Look: Sendable {
    /// A list of a command. Long titles are cut only if there is no column to hide.
    case printed
    /// A list of a command with columns that the user chose, all of which are shown.
    case chosen
    /// A list on a screen, which fills the width of most terminals.
    case screen
  }

  private let columns: [EpisodeColumn]
  private let style: Look
  private var table: TextTable

  /// The width to which titles are cut only if no column can be hidden.
  private static let comfortableTitle = 20

  /// Makes an empty table with a number of right-aligned cells before the columns, such as the number of an entry.
  package init(_ columns: [EpisodeColumn], leading: Int = 0, indentation: Int = 0, _ style: Look = .printed) {
    self.columns = columns
    self.style = style
    let places = Dictionary(zip(columns, leading...)) { first, _ in first }
    func find(_ columns: [EpisodeColumn]) -> [Int] { columns.compactMap { places[$0] } }
    table = TextTable(
      rightAligned: Set(0..<leading).union(find([.date, .length])), indentation: indentation,
      freeText: Set(find([.title, .artist, .podcast, .origin])),
      dispensable: style.dispensable.compactMap { places[$0] },
      comfortable: style == .chosen ? TableLayout.legible : Self.comfortableTitle,
      // On a screen, a podcast that is cut is better than none, as long as titles have room.
      leastDispensable: style == .screen ? TableLayout.legible : nil,
      filling: style == .screen ? places[.title] : nil)
  }

  /// Appends an episode, without a text if the library does not have it, after other cells.
  package mutating func append(
    _ id: Episode.ID, _ text: EpisodeText?, title: StyledText? = nil, after leading: [StyledText] = []
  ) {
    table.rows.append(
      leading
        + columns.map { column in
          if column == .title, let title { return title }
          if column == .id { return StyledText(id, columns.first == .id ? .bold : .faint) }
          return text.map { cell(column, $0) } ?? ""
        })
  }

  /// Returns the episodes as lines. Without a width, nothing is hidden or cut.
  package func lines(within width: Int?) -> [StyledText] { table.lines(within: width) }

  private func cell(_ column: EpisodeColumn, _ text: EpisodeText) -> StyledText {
    let isOnScreen = style == .screen
    switch column {
    case .id: return ""
    case .title: return StyledText(text.title)
    case .artist: return StyledText(text.artist ?? "", isOnScreen ? .faint : nil)
    case .podcast: return StyledText(text.collection, isOnScreen ? .faint : nil)
    case .origin: return StyledText(text.origin, .faint)
    case .date: return StyledText(text.date, isOnScreen ? .faint : nil)
    case .length: return StyledText(text.playingTime, isOnScreen ? .faint : nil)
    case .state: return text.stateCell
    case .rating: return StyledText(text.rating.map { isOnScreen ? "\($0)★" : "rated \($0)" } ?? "", .faint)
    case .downloaded:
      if text.isFileMissing { return StyledText(isOnScreen ? "!" : "file missing", .red) }
      guard text.isDownloaded else { return "" }
      return isOnScreen ? StyledText("↓", .green) : StyledText("downloaded", .faint)
    }
  }
}

extension EpisodeTable.Look {
  fileprivate var dispensable: [EpisodeColumn] {
    switch self {
    case .printed: EpisodeColumn.dispensable
    case .chosen: []
    case .screen: EpisodeColumn.dispensableOnScreen
    }
  }
}

extension EpisodeText {
  /// The podcast, or the artist and the album of a track.
  package var origin: String { Episode.origin(artist, collection) }

  /// The state for a listener, in words.
  package var stateWords: String {
    switch state {
    case .new: "new"
    case .started(let left?): "\(Self.minutes(left)) left"
    case .started(nil): "started"
    case .played: "played"
    case .unplayed: ""
    }
  }

  fileprivate var stateCell: StyledText {
    switch state {
    case .new: StyledText(stateWords, .green)
    case .started: StyledText(stateWords)
    case .played, .unplayed: StyledText(stateWords, .faint)
    }
  }

  /// Returns a time in minutes, rounded up, so that nothing that is left counts as 0.
  private static func minutes(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "?" }
    return "\(max(1, Int((seconds / 60).rounded(.up)))) min"
  }
}
