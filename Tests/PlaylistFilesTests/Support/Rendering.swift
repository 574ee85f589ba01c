import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

/// Returns diagnostics as text: each as `line:column-column severity id: message`, followed by the text of the range
/// and the notes.
func rendered(_ diagnostics: [Diagnostic], in source: [UInt8]) -> String {
  let lines = SourceLines(source)
  func place(_ range: SourceRange) -> String {
    let (start, end) = (lines.location(of: range.lowerBound), lines.location(of: range.upperBound))
    let last = end.line == start.line ? "\(end.column)" : "\(end.line):\(end.column)"
    return "\(start.line):\(start.column)-\(last)"
  }
  return diagnostics.map { diagnostic in
    let notes = diagnostic.notes.map { note in
      "\n  note: \(note.range.map { place($0) + " " } ?? "")\(note.message)"
    }
    return "\(place(diagnostic.range)) \(diagnostic.severity) \(diagnostic.id): \(diagnostic.message)"
      + notes.joined()
  }.joined(separator: "\n")
}

/// Checks the diagnostics of a playlist file, and that it has a playlist unless one is an error.
func expectPlaylist(
  _ text: String, says expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let file = try PlaylistFile(text)
  #expect(rendered(file.diagnostics, in: file.source) == expected, sourceLocation: sourceLocation)
  let hasErrors = file.diagnostics.contains { $0.severity == .error }
  #expect((file.playlist == nil) == hasErrors, sourceLocation: sourceLocation)
}

/// Checks the diagnostics of a library file, and that it has a podcast unless one is an error.
func expectPodcast(
  _ text: String, says expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let file = try PodcastFile(text)
  #expect(rendered(file.diagnostics, in: Array(text.utf8)) == expected, sourceLocation: sourceLocation)
  let hasErrors = file.diagnostics.contains { $0.severity == .error }
  #expect((file.podcast == nil) == hasErrors, sourceLocation: sourceLocation)
}

extension PlaylistFile {
  /// Reads a text as the file of the playlist `x`.
  init(_ text: String) throws {
    self.init(parsing: Array(text.utf8), id: try Playlist.ID(validating: "x"))
  }

  /// The file as text.
  var text: String { String(decoding: source, as: UTF8.self) }
}

extension PodcastFile {
  /// Reads a text as the file of the podcast `show`.
  init(_ text: String) throws {
    self.init(parsing: Array(text.utf8), id: try Podcast.ID(validating: "show"))
  }

  /// The file as text.
  var text: String { String(decoding: source, as: UTF8.self) }
}

extension [Episode.ID] {
  /// Makes episode ids from their texts.
  init(_ texts: String...) throws { self = try texts.map { try Episode.ID(validating: $0) } }
}
