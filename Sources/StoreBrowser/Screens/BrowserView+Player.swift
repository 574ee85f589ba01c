import TerminalUI

extension BrowserView {
  /// The least width of the title of what plays.
  private static let leastTitle = 24

  /// Returns the line with the state, the title, the chapter and the times.
  func playerLine(width: Int) -> StyledText {
    guard let player = browser.player else { return "" }
    let settings = player.settings.isEmpty ? "" : " \(player.settings) ·"
    // A narrow terminal has room for the title only.
    let hasRoom = width - settings.displayWidth - player.times.displayWidth >= Self.leastTitle
    let times = StyledText("\(hasRoom ? settings : "") \(player.times)", .faint)
    let title: StyledText =
      "\(player.sign, player.isFailure ? .boldRed : .boldGreen) \(player.title, .bold) \(player.collection, .faint)"
    let chapter: StyledText = player.chapterPlace.map { "\(" · \($0)", .faint)" } ?? ""
    let left = ("\(title)\(chapter)" as StyledText).cut(to: max(1, width - times.width))
    return "\(left)\(StyledText.blanks(width - left.width - times.width))\(times)"
  }

  /// Returns the lines of the chapters of the episode that plays.
  func chapterLines(_ cursor: ListCursor, width: Int) -> [StyledText] {
    guard let player = browser.player else { return [] }
    let numberWidth = String(player.chapters.count).utf8.count
    let rows = cursor.visible(count: player.chapters.count, height: layout.listHeight(besides: 1))
    return ["\(" Chapters of \(player.title)", .bold)"]
      + rows.map { row in
        let chapter = player.chapters[row]
        let isSelected = row == cursor.row
        let sign: StyledText = row == player.chapter ? "\(player.sign, .boldGreen)" : " "
        let number = ("\(row + 1, .faint)" as StyledText).padded(to: numberWidth)
        let line = "\(isSelected ? "›" : " ")\(sign) \(number)  \(chapter.title)" as StyledText
        return selected(line.aligned(with: StyledText(chapter.start, .faint), width: width), isSelected, width: width)
      }
  }
}

extension PlayerBar {
  /// The number of the chapter that plays and of all, and its title: `2/5 The Sun`.
  fileprivate var chapterPlace: String? {
    guard let chapter, chapters.indices.contains(chapter) else { return nil }
    let title = chapters[chapter].title
    return "\(chapter + 1)/\(chapters.count)\(title.isEmpty ? "" : " \(title)")"
  }
}
