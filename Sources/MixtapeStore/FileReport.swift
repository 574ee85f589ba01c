public import LosslessTOML
internal import PlaylistFiles

/// The problems of one file.
public struct FileReport: Sendable {
  /// The path below the store's directory, with `/` between the parts.
  public let path: String
  /// The bytes that were read; empty if the file was not read.
  public let source: [UInt8]
  /// The problems, in source order.
  public let diagnostics: [Diagnostic]

  /// Whether the diagnostics include an error. Otherwise there may still be warnings.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Whether another file has the id of this one.
  var hasIDOfOtherFile: Bool { diagnostics.contains { $0.id == .idClash } }

  /// Makes a report.
  public init(path: String, source: [UInt8] = [], diagnostics: [Diagnostic]) {
    self.path = path
    self.source = source
    self.diagnostics = diagnostics
  }
}

/// The files with errors that prevent an operation.
public struct InvalidFiles: Error, Sendable, CustomStringConvertible {
  /// The reports, one for each file.
  public let reports: [FileReport]
  /// The branch of a remote that changed the files, too; `nil` for an operation other than a sync.
  public internal(set) var changedBy: RemoteBranch?

  /// The first error of each file, or its first warning.
  public var description: String {
    reports.map { report in
      let worst = report.diagnostics.first { $0.severity == .error } ?? report.diagnostics.first
      return worst.map { "\(report.path): \($0.message)" } ?? report.path
    }.joined(separator: "; ")
  }
}

extension Sequence<FileReport> {
  /// The first report on each path.
  var byPath: [String: FileReport] { Dictionary(map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first }) }

  /// Returns the report on a path that cannot be written, because something else is at the path or in place of a
  /// directory above it. Symbolic links are not followed.
  func report(obstructing path: String) -> FileReport? {
    first { $0.path == path || path.hasPrefix("\($0.path)/") }
  }
}
