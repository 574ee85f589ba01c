extension String {
  /// The lines that are not empty, without their ends. The mark of the byte order is part of none: it stays at the start
  /// of the file, whichever line that is then.
  var filledLines: [String] {
    unicodeScalars.drop { $0 == "\u{FEFF}" }.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
  }

  /// Whether no line ends in another way.
  func hasOnly(lineEnd: String) -> Bool {
    let rest = lineEnd == "\n" ? self : replacing("\r\n", with: "")
    return !rest.unicodeScalars.contains(lineEnd == "\n" ? "\r" : "\n")
  }
}
