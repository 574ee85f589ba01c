/// A table of results, printed with aligned columns.
struct ReportTable {
  let title: String
  private let columns: [String]
  /// Whether each cell of a row is in the table.
  private let included: [Bool]
  private var rows: [[String]] = []

  /// Makes a table without rows.
  ///
  /// - Parameter columns: The titles of the columns; `nil` for a column to leave out.
  init(_ title: String, columns: [String?]) {
    self.title = title
    self.columns = columns.compactMap(\.self)
    included = columns.map { $0 != nil }
  }

  /// Adds a row with a cell for each column, including those that are left out.
  mutating func add(_ row: String...) {
    rows.append(zip(row, included).compactMap { $1 ? $0 : nil })
  }

  /// Adds a row with the times of both programs and their ratio.
  mutating func add(_ what: String, _ measurement: PairedMeasurement) {
    add(what, measurement.ours.text, measurement.theirs.text, measurement.ratio.brief)
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
  /// The number with a few significant digits.
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
