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
      library. A second scan reads new and changed files only, and recognizes files that have moved. Values that you \
      edited stay until the tags change them. Ratings, plays, tags, ids and comments stay. Tracks whose files are gone \
      also stay, and are listed. Tracks that you removed are not added again. All changes are one commit.

      Examples:
        mixtape scan ~/Music
        mixtape scan ~/Music --into music --dry-run
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "directory"), completion: .directory)
  var directory: String

  @Option(help: ArgumentHelp("The folder of the library for new albums (default: the top).", valueName: "folder"))
  var into: LibraryFolderArgument?

  @Flag(help: "Also read files that have not changed since the last scan, and add tracks that you removed.")
  var all = false

  @Flag(help: "Also read all files, and replace values that you wrote or edited by those of the tags.")
  var overwrite = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    // An empty value usually comes from an unset variable in a script.
    if directory.isEmpty { throw ValidationError("the directory to scan is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let options = ScanOptions(
      folder: try into?.folder ?? .top, includesAll: all, overwrites: overwrite, isDryRun: preview.dryRun)
    let report = try session.scan(try session.context.absolute(directory), options, of: store)
    session.print(json: report.json) { present(report, in: session) }
    report.report(to: session.reporter)
    session.report(report.plan.notes, of: .music, isDryRun: report.isDryRun)
    return .done
  }

  private func present(_ report: ScanReport, in session: Session) {
    if report.plan.changesNothing {
      session.remark(report.nothing)
    } else {
      if !report.isDryRun { session.print(PlanReport(report.plan).done) }
      session.print(report.lines)
      if report.isDryRun { session.remark("Nothing was changed.") }
    }
  }
}
