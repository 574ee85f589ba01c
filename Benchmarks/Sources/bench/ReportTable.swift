/// A table of results, printed with aligned columns.
struct ReportTable {
  let title: String
  let columns: [String]
  private var rows: [[String]] = []

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func add(_ row: String...) {
    rows.append(row)
  }

  func print() {
    let all = [columns] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    Swift.print("\n## \(title)\n")
    for row in [columns, widths.map { String(repeating: "-", count: $0) }] + rows {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      Swift.print("| " + cells.joined(separator: " | ") + " |")
    }
  }
}

extension Double {
  /// The number with a few digits, as many as it deserves.
  var brief: String {
    let digits = self < 10 ? 100.0 : 10.0
    return String((self * digits).rounded() / digits)
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  var grouped: String {
    let digits = Array(String(self))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }
}
