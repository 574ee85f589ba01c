/// Lines of one episode or rule with a comment, in the random playlists of the laws of merges.
enum CommentedLine {
  /// Returns the episodes and rules, without spaces, and the comments of all such lines.
  static func all(in text: String) -> [(element: String, comment: String)] {
    text.filledLines.compactMap { line in
      guard let start = line.firstIndex(of: "#") else { return nil }
      let element = line[..<start].filter { !" \t,".contains($0) }
      guard element.count > 2, let quote = element.first, "'\"".contains(quote), element.last == quote else {
        return nil
      }
      let content = element.dropFirst().dropLast()
      return content.contains { "'\"".contains($0) } ? nil : (String(content), String(line[start...]).trimmedAtEnd)
    }
  }

  /// Returns whether a comment is on a line of its episode or rule.
  static func contains(_ element: String, _ comment: String, in text: String) -> Bool {
    text.filledLines.contains { line in
      let texts = line.filter { $0 != " " }
      return line.contains(comment) && ["\"\(element)\"", "'\(element)'"].contains { texts.contains($0) }
    }
  }
}

extension String {
  /// The text without spaces and tabs at its end.
  var trimmedAtEnd: String { String(reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
}
