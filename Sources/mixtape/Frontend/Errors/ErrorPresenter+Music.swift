import MixtapeStore
import MusicTags
import SystemPackage

extension ErrorPresenter {
  /// Returns the problem for a failure of the program that reads tags.
  static func problem(for error: TagProgramError) -> Problem {
    let (message, hints) = wording(of: error)
    return Problem(code: "tag-program", message, hints: hints, status: .unavailable)
  }

  private static func wording(of error: TagProgramError) -> (String, [String]) {
    switch error {
    case .missing(let program): ("the program that reads tags is missing: \(program)", [installationHint])
    case .notStarted(let program, let error): ("\(program) cannot be started: \(error.reason)", [])
    case .unusable(let program, let text):
      ("\(program) does not work: \(text)", ["it needs TagLib, and the same version as mixtape"])
    case .ended(let program, let status):
      ("\(program) ended with status \(status) before all files were read", ["try again"])
    case .invalidOutput(let program):
      ("\(program) does not work: its output is invalid", ["it must have the same version as mixtape"])
    }
  }

  /// Words the reason why a directory cannot be scanned.
  static func problem(scanning directory: FilePath, _ error: Errno) -> Problem {
    let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
    return Problem(
      code: isMissing ? "not-found" : "file-access", "\(quoted(directory.string)) cannot be scanned: \(error.reason)",
      status: isMissing ? .notFound : .inputOutput)
  }

  /// Words what a text of a tag may be that is probably in another encoding.
  static func wording(of doubt: DoubtfulText, in path: String) -> String {
    let readings = doubt.readings.map { "\(quoted($0.text)) (\($0.encoding))" }
    let text = "\(quoted(doubt.text)) in \(quoted(path))"
    return readings.isEmpty ? text : "\(text) may be \(readings.joined(separator: " or "))"
  }

  /// Words the reason why a file or a directory is skipped.
  static func wording(of reason: SkippedPath.Reason) -> String {
    switch reason {
    case .name: "its name is not UTF-8, or has control characters"
    case .unreadable(let text): text
    case .tooDeep: "it is more than \(MusicDirectory.deepestLevel) directories deep"
    case .brokenLink: "the symbolic link is broken, or part of a loop"
    case .tags(.noSound): "it contains no sound in a known format"
    case .tags(.unreadable(let text)): text
    case .tags(.tooMuchMemory): "its tags require too much memory"
    case .tags(.crash(let signal)): "it crashes the program that reads tags (signal \(signal))"
    case .tags(.timeout): "reading its tags takes too long"
    case .tags(.refused): "TagLib cannot read it"
    }
  }
}
