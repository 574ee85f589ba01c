extension String {
  /// Returns whether the text takes at least the given number of rows. A line that is wider than the terminal takes several rows.
  ///
  /// - Parameter columns: The width of the terminal. If it is unknown, each line counts as one row.
  func takes(rows: Int, columns: Int?) -> Bool {
    var left = rows
    for line in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      left -= columns.map { max(1, (Substring(line).screenWidth + $0 - 1) / $0) } ?? 1
      if left <= 0 { return true }
    }
    return false
  }
}

extension Substring {
  /// The number of columns of a line of output. Tabs go to the next multiple of 8.
  fileprivate var screenWidth: Int {
    var column = 0
    for (index, part) in withoutStyles.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { column = (column / 8 + 1) * 8 }
      column += part.displayWidth
    }
    return column
  }

  /// The line without escape sequences. Output has only those of styles, which end with `m`.
  private var withoutStyles: String {
    let parts = utf8.split(separator: 0x1B, omittingEmptySubsequences: false)
    let texts = parts.dropFirst().map { $0.drop { $0 != UInt8(ascii: "m") }.dropFirst() }
    return ([Substring(parts[0])] + texts.map { Substring($0) }).joined()
  }
}
