import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Scan: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Add the music files of a directory to the library.",
    discussion: """
      Reads the tags of MP3, M4A, FLAC, Ogg, Opus, WAV, AIFF, APE and WavPack files. Each album becomes a file of the \
      library. A second scan reads new and changed files only, and recognizes files that have moved. Ratings, plays, \
      tags, ids and comments stay. Tracks whose files are gone also stay, and are listed. All changes are one commit.

      Examples:
        mixtape scan ~/Music
        mixtape scan ~/Music --into music --dry-run
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "directory"), completion: .directory)
  var directory: String

  @Option(help: ArgumentHelp("The folder of the library for new albums (default: the top).", valueName: "folder"))
  var into: LibraryFolderArgument?

  @Flag(help: "Also read files that have not changed since the last scan.")
  var all = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let options = ScanOptions(folder: try into?.folder ?? .top, readsAll: all, isDryRun: preview.dryRun)
    let report = try session.scan(session.context.absolute(directory), options, of: store)
    session.print(json: report.json) { present(report, in: session) }
    report.report(to: session.reporter)
    return .done
  }

  private func present(_ report: ScanReport, in session: Session) {
    let sentence = PlanReport(report.plan)
    if report.plan.changesNothing {
      session.remark(sentence.nothing)
    } else {
      if !report.isDryRun { session.print(sentence.done) }
      session.print(report.lines)
      if report.isDryRun { session.remark("Nothing was changed.") }
    }
  }
}
