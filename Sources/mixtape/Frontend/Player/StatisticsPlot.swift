import MixtapeModel
import MixtapePlayer
import TerminalUI

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

  /// Returns a text escaped for XML.
  private static func escaped(_ text: String) -> String {
    text.visible.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Returns a number from 0 to 1 with three decimals.
  private static func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    return "\(thousandths / 1000).\(String(thousandths % 1000).paddedWithZeros(to: 3))"
  }
}
