internal import Feeds

/// Text as the elements of formats keep it: without white space at its ends, and without control characters.
enum ElementText {
  /// Returns whether elements keep a character. Parsers read a carriage return as a line feed.
  static func keeps(_ scalar: Unicode.Scalar) -> Bool { scalar != "\r" && XMLText.isAllowed(scalar) }

  /// Returns whether a text equals that of an element, as far as elements keep it.
  static func isSame(_ exact: String?, _ element: String?) -> Bool { kept(exact ?? "") == kept(element ?? "") }

  private static func kept(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(keeps(scalar) ? scalar : " ") }
    return String(scalars).trimmed
  }
}
