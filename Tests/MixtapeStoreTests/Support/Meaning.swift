import MixtapeModel
import Testing

@testable import MixtapeStore

/// Expects a file to have the values and the comments of another text. The places of comments and the order of keys can differ.
func expectMeaning(
  _ text: String?, _ expected: String, at path: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let found = text ?? ""
  #expect(value(of: found, at: path) == value(of: expected, at: path), "\(found)", sourceLocation: sourceLocation)
  let missing = Set(comments(in: expected)).subtracting(comments(in: found))
  #expect(missing.isEmpty, "\(found)", sourceLocation: sourceLocation)
}

/// Returns the values of a file of the store: a playlist or a podcast, or the sorted lines of another file.
func value(of text: String, at path: String) -> [AnyHashable] {
  switch FileContent(parsing: Array(text.utf8), at: path) {
  case .playlist(let playlist)?: [playlist]
  case .podcast(let podcast)?: [podcast]
  case nil: text.split(separator: "\n").sorted()
  }
}

private func comments(in text: String) -> [Substring] {
  text.split(separator: "\n").compactMap { line in line.firstIndex(of: "#").map { line[$0...] } }
}
