import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Copy: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy playlists with their music files to a stick, a card or a player.",
    discussion: """
      Brings the places with `copy = true` in mixtape.toml up to date: a table such as `[export.car]`. Copies the music files \
      and downloads that are missing or have changed, removes copies that no playlist of the place needs any more, and \
      writes the playlists with the paths of the copies. Files that Mixtape has not copied stay.

      After Ctrl-C or with a full disk, the playlists contain the files that are there. The command goes on when it runs again.

      Examples:
        mixtape copy
        mixtape copy car --dry-run
      """)

  @Argument(
    help: ArgumentHelp("The places: `car` for `[export.car]` (default: all with `copy = true`).", valueName: "place"))
  var names: [String] = []

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    var (reports, failures): ([CopyReport], [Problem]) = ([], [])
    for place in try places(of: store) {
      do throws(Problem) {
        reports.append(try report(on: place, of: store, session))
      } catch {
        failures.append(error)
      }
    }
    // One of several devices is often not there.
    if reports.isEmpty, let failure = failures.first { throw failure }
    present(reports, session)
    let warnings = failures + reports.flatMap(\.warnings)
    for warning in warnings {
      session.reporter.warn(code: warning.code, warning.message, hints: warning.hints, repeatsHints: false)
    }
    if let worst = warnings.first(where: { $0.status != .done }) { return worst.status }
    return reports.allSatisfy(\.isEmpty) ? .nothingToDo : .done
  }

  private func report(on place: CopyPlace, of store: Store, _ session: Session) throws(Problem) -> CopyReport {
    try preview.dryRun
      ? CopyReport(place, session.copyPlan(for: place, of: store), nil) : session.copy(to: place, of: store)
  }

  private func present(_ reports: [CopyReport], _ session: Session) {
    let json: JSONNode = [
      "operation": "copy", "dryRun": .bool(preview.dryRun), "places": .array(reports.map(\.json)),
    ]
    session.print(json: json) {
      for report in reports {
        session.print(report.lines)
        report.remarks.forEach { session.remark($0) }
      }
      if preview.dryRun { session.remark("Nothing was changed.") }
    }
  }

  private func places(of store: Store) throws(Problem) -> [CopyPlace] {
    let all = store.copyPlaces
    let unknown = names.first { name in !all.contains { $0.name == name } }
    guard unknown != nil || all.isEmpty else {
      return names.isEmpty ? all : all.filter { names.contains($0.name ?? "") }
    }
    let place = unknown.map { "mixtape.toml has no place \(ErrorPresenter.quoted($0))" } ?? "no place in mixtape.toml"
    let known = all.compactMap(\.name)
    throw Problem(
      .usage, code: "no-place", unknown == nil ? "\(place) has `copy = true`" : "\(place) with `copy = true`",
      hints: known.isEmpty
        ? "a place is a table such as [export.car]"
        : "the \(known.count == 1 ? "place is" : "places are") \(listed(known, "and"))")
  }
}
