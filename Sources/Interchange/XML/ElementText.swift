internal import MixtapeModel

/// Text as the elements of formats keep it: without white space at its ends, and without control characters.
enum ElementText {
  /// Returns whether a text equals that of an element, as far as elements keep it.
  static func isSame(_ exact: String?, _ element: String?) -> Bool { kept(exact ?? "") == kept(element ?? "") }

  private static func kept(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar == "\n" || scalar == "\t" || XMLText.isAllowed(scalar) ? scalar : " ")
    }
    return String(scalars).trimmed
  }
}
