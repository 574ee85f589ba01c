import LosslessTOML
import MixtapeModel
import MixtapePlayer
import MixtapeStore

/// A script from a file, with its source for diagnostics.
struct ScriptFile {
  let script: Script
  private let path: String
  private let source: [UInt8]

  /// Reads a script. It may name any episode of the library.
  init(_ path: String, in session: Session, store: Store) throws {
    let source = try session.read(path)
    let shown = path == "-" ? "standard input" : path
    let episodes = try store.podcasts().flatMap(\.episodes)
    let library = Dictionary(episodes.map { ($0.id, $0) }) { first, _ in first }
    switch Script.parse(source, library: library) {
    case .success(let script):
      self.script = script
      self.path = shown
      self.source = source
    case .failure(let error):
      throw CommandFailure(
        .invalid, code: "invalid-script", "the script has \(counted(error.faults.count, "error"))",
        reports: [Self.report(error.faults, "script.invalid", shown, source)],
        hints: "`mixtape simulate --help` lists the steps of a script")
    }
  }

  /// Returns the error for expectations that were not met.
  func problem(for faults: [Script.Fault]) -> Problem {
    Problem(
      code: "expectation-failed",
      "\(counted(faults.count, "expectation")) of the script \(faults.count == 1 ? "was" : "were") not met",
      reports: [Self.report(faults, "script.expectation", path, source)], status: .nothingToDo)
  }

  private static func report(
    _ faults: [Script.Fault], _ id: Diagnostic.ID, _ path: String, _ source: [UInt8]
  ) -> FileReport {
    FileReport(
      path: path, source: source,
      diagnostics: faults.map { fault in
        Diagnostic(
          id: id, severity: .error, range: SourceRange(fault.range), message: fault.message,
          notes: fault.note.map { [Diagnostic.Note(message: $0)] } ?? [])
      })
  }
}
