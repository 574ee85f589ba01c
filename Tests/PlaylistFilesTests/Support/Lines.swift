extension String {
  /// The lines that are not empty, without line ends and byte order mark.
  var filledLines: [String] {
    unicodeScalars.drop { $0 == "\u{FEFF}" }.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
  }

  /// Returns whether all lines have this line end.
  func hasOnly(lineEnd: String) -> Bool {
    let rest = lineEnd == "\n" ? self : replacing("\r\n", with: "")
    return !rest.unicodeScalars.contains(lineEnd == "\n" ? "\r" : "\n")
  }
}
