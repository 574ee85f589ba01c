import ArgumentParser
import FileSystem
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

struct MergeFile: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-file",
    abstract: "Merge three versions of a file by meaning; git runs this as its merge driver.",
    discussion: """
      Merges the changes from BASE to OURS and from BASE to THEIRS, and writes the result to OURS. Keys that both \
      sides changed to different values get conflict markers around their lines. A file with errors is merged line \
      by line.

      The exit status is 0 without conflicts, 1 with conflicts or if only BASE has errors, 64 for invalid arguments, and \
      129 if nothing was merged.

      `mixtape init`, `mixtape clone` and `mixtape doctor --repair` set the driver in a store's repository.

      Examples:
        mixtape merge-file --path playlists/focus.toml base.toml ours.toml theirs.toml
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("The common version; an empty file if both sides created it.", valueName: "base"),
    completion: .file())
  var base: String

  @Argument(
    help: ArgumentHelp("The version of our side, which the result replaces.", valueName: "ours"),
    completion: .file())
  var ours: String

  @Argument(help: ArgumentHelp("The version of the other side.", valueName: "theirs"), completion: .file())
  var theirs: String

  @Option(
    help: ArgumentHelp(
      "Path of the file below the store, which determines its kind (default: from the path of OURS).",
      valueName: "path"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Number of characters of each conflict marker, at most 1000. Numbers below 1 mean 7, as for git.",
      valueName: "n"))
  var markerSize = 7

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    do {
      return try merge(in: session)
    } catch {
      // Git takes a status up to 128 for a conflict.
      let problem = ErrorPresenter.problem(for: error)
      throw Problem(.unmerged, code: problem.code, problem.message, hints: problem.hints)
    }
  }

  private func merge(in session: Session) throws -> ExitStatus {
    let files = try [base, ours, theirs].map { try session.read($0) }
    let place = path ?? Self.pathInStore(ours)
    let merge = try StoreFileMerge(
      base: files[0], ours: files[1], theirs: files[2], path: place,
      // An attribute of git can have any size. A usage error would look like a conflict.
      markerSize: markerSize < 1 ? 7 : min(markerSize, 1_000))
    if merge.bytes != files[1] {
      let target = try session.context.absolute(ours)
      // A replaced device, such as `/dev/null`, would be missing for all programs.
      guard FileAccess.isReadable(target) else {
        throw Problem(.unmerged, code: "not-a-file", "\(ErrorPresenter.quoted(ours)) is not a regular file")
      }
      try DurableFile.replaceContent(of: target, with: merge.bytes)
    }
    session.print(json: JSONOutput.merge(merge)) {
      if let refusal = merge.refusal {
        session.remark("\(place): merged line by line, because \(Self.reason(of: refusal)).")
        if refusal.isOfBaseAlone { session.remark("Check the result: an element that one side removed can be back.") }
      }
      if !merge.commentsAtEnd.isEmpty {
        session.remark("\(SyncReportText.wording(ofCommentsAtEnd: merge.commentsAtEnd, of: place))")
      }
      for conflict in merge.conflicts { session.remark("Both sides changed `\(conflict.key)` in \(place).") }
    }
    return merge.isClean ? .done : .nothingToDo
  }

  private static func reason(of refusal: MergedFile.Refusal) -> String {
    switch refusal {
    case .invalid(let versions):
      let names = versions.map { version in
        switch version {
        case .base: "the common version"
        case .ours: "our version"
        case .theirs: "their version"
        }
      }
      return "\(listed(names)) \(names.count == 1 ? "has" : "have") errors"
    case .unmergeable: return "the merged keys are not a valid file"
    }
  }

  /// Returns the path below the store: from the last component on that names a directory of the store. Without one, the path stays.
  private static func pathInStore(_ path: String) -> String {
    let components = path.split(separator: "/")
    let start = components.lastIndex { ["playlists", "library", "templates"].contains($0) }
    return start.map { components[$0...].joined(separator: "/") } ?? path
  }
}
