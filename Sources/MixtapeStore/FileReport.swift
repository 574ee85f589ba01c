public import LosslessTOML

/// The problems of one file.
public struct FileReport: Sendable {
  /// The path below the store's directory, with `/` between the parts.
  public let path: String
  /// The bytes that were read; empty where the file was not read.
  public let source: [UInt8]
  /// The problems, in source order.
  public let diagnostics: [Diagnostic]

  /// Whether there is an error among the diagnostics.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Makes a report.
  public init(path: String, source: [UInt8] = [], diagnostics: [Diagnostic]) {
    self.path = path
    self.source = source
    self.diagnostics = diagnostics
  }
}

/// Files that stand in the way of an operation.
public struct InvalidFiles: Error, Sendable, CustomStringConvertible {
  /// The problems of each.
  public let reports: [FileReport]

  /// The first error of each file, or its first warning.
  public var description: String {
    reports.map { report in
      let worst = report.diagnostics.first { $0.severity == .error } ?? report.diagnostics.first
      return worst.map { "\(report.path): \($0.message)" } ?? report.path
    }.joined(separator: "; ")
  }
}

extension Sequence<FileReport> {
  /// The report on a file, or on something in the place of a directory above it: nothing is written through a
  /// link.
  func obstacle(to path: String) -> FileReport? {
    first { $0.path == path || path.hasPrefix("\($0.path)/") }
  }
}
