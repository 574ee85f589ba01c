import MixtapeModel
import MixtapePlayer
import StoreBrowser

/// The statistics of a shuffle as text: the places of each episode in a round, and two distributions.
struct StatisticsReport {
  private(set) var lines: [StyledText] = []

  /// The maximum width of names.
  private static let nameWidth = 24

  /// Makes the report of a simulation.
  init(_ statistics: ListeningStatistics, _ setup: Simulation.Setup, width: Int) {
    lines.append(
      "\("Place of each episode in a round", .bold), in \(counted(statistics.runs, "simulation")) with \(counted(statistics.plays, "turn"))"
    )
    lines.append(
      "shuffle \(setup.shuffle.rawValue), seeds from \(setup.seed); first place on the left; ░ rarer than chance, █ more frequent"
    )
    lines.append("")
    lines += places(statistics, width)
    lines += distribution("Turns between two plays of an episode", statistics.repeats, width)
    lines += distribution("Turns between two plays of a podcast or album", statistics.spacing, width)
  }

  private func places(_ statistics: ListeningStatistics, _ width: Int) -> [StyledText] {
    let room = max(1, width - Self.nameWidth - 2)
    let grid = HeatGrid(statistics, columns: room)
    // If there is space, the cells are about as wide as high.
    let cellWidth = max(1, min(2, room / grid.columns.count))
    var table = TextTable()
    for (index, episode) in statistics.episodes.enumerated() {
      let name = episode.id.rawValue.prefix(columns: Self.nameWidth)
      let cells = grid.columns.map { String(repeating: Self.shade($0[index]), count: cellWidth) }.joined()
      table.append(StyledText(name, .faint), StyledText(cells))
    }
    return table.lines
  }

  /// Returns the character for a frequency, relative to the expected one.
  private static func shade(_ ratio: Double) -> String {
    switch ratio {
    case ..<0.05: " "
    case ..<0.75: "░"
    case ..<1.25: "▒"
    case ..<2: "▓"
    default: "█"
    }
  }

  private func distribution(_ title: String, _ counts: [Int], _ width: Int) -> [StyledText] {
    let bars = Histogram(counts, bars: 24).bars
    guard !bars.isEmpty else { return [] }
    var table = TextTable(rightAligned: [0, 1])
    let most = bars.map(\.share).max() ?? 1
    for bar in bars {
      let length = Int((bar.share / most * Double(max(10, width - 24))).rounded())
      table.append(
        StyledText(bar.label), StyledText("\(percent(bar.share))", .faint),
        StyledText(String(repeating: "▇", count: length)))
    }
    return ["", "\(title, .bold)"] + table.lines
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

/// The frequency of each episode at each place of a round, relative to the expected frequency. Neighbouring places are combined
/// if there are too many.
struct HeatGrid {
  /// The relative frequency of each episode, for each group of places.
  let columns: [[Double]]

  /// Groups the places of the statistics.
  init(_ statistics: ListeningStatistics, columns most: Int) {
    let places = statistics.places
    let count = min(most, places.count)
    let total = places.reduce(0) { $0 + $1.reduce(0, +) }
    columns = (0..<count).map { column in
      let stretch = places.count * column / count..<places.count * (column + 1) / count
      let expected = Double(total * stretch.count) / Double(max(1, places.count * places.count))
      return statistics.episodes.indices.map { episode in
        expected > 0 ? Double(stretch.reduce(0) { $0 + places[$1][episode] }) / expected : 0
      }
    }
  }
}

/// Counts in a limited number of bars.
struct Histogram {
  let bars: [Bar]

  struct Bar {
    /// The number, or the range of numbers.
    let label: String
    /// The share of all counts, from 0 to 1.
    let share: Double
  }

  /// Groups counts into bars.
  init(_ counts: [Int], bars most: Int) {
    let total = counts.reduce(0, +)
    guard total > 0, let first = counts.firstIndex(where: { $0 > 0 }) else {
      bars = []
      return
    }
    let width = (counts.count - first + most - 1) / most
    bars = stride(from: first, to: counts.count, by: width).map { start in
      let end = min(start + width, counts.count)
      return Bar(
        label: width == 1 ? "\(start)" : "\(start)–\(end - 1)",
        share: Double(counts[start..<end].reduce(0, +)) / Double(total))
    }
  }
}

/// The statistics of a shuffle as an SVG image.
struct StatisticsPlot {
  private(set) var text = ""

  private static let (left, top, cell, row) = (220, 60, 12, 12)

  init(_ statistics: ListeningStatistics, _ setup: Simulation.Setup) {
    let grid = HeatGrid(statistics, columns: statistics.episodes.count)
    let heatHeight = statistics.episodes.count * Self.row
    let histograms = [
      ("Turns between two plays of an episode", Histogram(statistics.repeats, bars: 60)),
      ("Turns between two plays of a podcast or album", Histogram(statistics.spacing, bars: 60)),
    ].filter { !$0.1.bars.isEmpty }
    let width = Self.left + max(600, grid.columns.count * Self.cell) + 20
    let height = Self.top + heatHeight + histograms.count * 200 + 20
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="10">
      <rect width="100%" height="100%" fill="white"/>

      """
    label(
      "Place of each episode in a round: shuffle \(setup.shuffle.rawValue), seeds from \(setup.seed)", 20, 24,
      size: 14)
    label(
      "\(counted(statistics.runs, "simulation")), \(counted(statistics.plays, "turn")); darker is more often", 20, 42)
    draw(grid, statistics.episodes)
    for (index, (title, histogram)) in histograms.enumerated() {
      draw(histogram, title, at: Self.top + heatHeight + index * 200, width: width - Self.left - 20)
    }
    text += "</svg>\n"
  }

  private mutating func draw(_ grid: HeatGrid, _ episodes: [Episode]) {
    for (row, episode) in episodes.enumerated() {
      let y = Self.top + row * Self.row
      label(episode.id.rawValue, Self.left - 8, y + 9, anchor: "end")
      for (column, ratios) in grid.columns.enumerated() {
        // A frequency of twice the expected one has the darkest color.
        let opacity = Self.decimal(min(1, ratios[row] / 2))
        rectangle(Self.left + column * Self.cell, y, Self.cell - 1, Self.row - 1, "#1f4e79", opacity)
      }
    }
  }

  private mutating func draw(_ histogram: Histogram, _ title: String, at y: Int, width: Int) {
    label(title, 20, y + 30, size: 14)
    let most = histogram.bars.map(\.share).max() ?? 1
    let step = max(2, width / max(1, histogram.bars.count))
    for (index, bar) in histogram.bars.enumerated() {
      let height = Int((bar.share / most * 120).rounded())
      let x = Self.left + index * step
      rectangle(x, y + 170 - height, step - 1, height, "#c0504d", "1")
      if index % max(1, histogram.bars.count / 15) == 0 { label(bar.label, x, y + 184) }
    }
  }

  private mutating func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: String, _ opacity: String) {
    text +=
      #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" fill="\#(color)" fill-opacity="\#(opacity)"/>"#
    text += "\n"
  }

  private mutating func label(_ words: String, _ x: Int, _ y: Int, size: Int = 10, anchor: String = "start") {
    text += #"<text x="\#(x)" y="\#(y)" font-size="\#(size)" text-anchor="\#(anchor)">\#(Self.escaped(words))</text>"#
    text += "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.visible.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Returns a number from 0 to 1 with three decimals.
  private static func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    return "\(thousandths / 1000).\(String(thousandths % 1000).paddedWithZeros(to: 3))"
  }
}
