internal import MixtapeModel

/// Conversion of folder names of other programs to valid folders.
struct FolderNames {
  /// The names whose loss was reported.
  private var reported: Set<String> = []

  init() {}

  /// Returns the folder with a path of names below another folder.
  static func folder(of names: [String], in base: Folder) -> Folder {
    Folder(components: base.components + names.compactMap(valid)) ?? base
  }

  /// Returns the names that folders cannot have, each once.
  mutating func losses(of names: [String]) -> [Loss] {
    names.compactMap { name in
      let result = Self.valid(name)
      guard result != NameRules.composed(name.trimmed), !name.trimmed.isEmpty, reported.insert(name).inserted else {
        return nil
      }
      return Loss(
        .element("folder \(name.onOneLine)"), of: nil,
        result.map { "folders cannot have this name; it becomes \($0)" } ?? "folders cannot have this name")
    }
  }

  /// Returns a valid name; `nil` if it would be empty.
  private static func valid(_ name: String) -> String? {
    var result = String.UnicodeScalarView()
    for scalar in NameRules.composed(name.onOneLine.trimmed).unicodeScalars {
      result.append(scalar == "/" || scalar == "\\" ? "-" : scalar)
    }
    while let first = result.first, first == "." || first == "-" || first.properties.isGraphemeExtend {
      result.removeFirst()
    }
    var text = String(result).trimmed
    while text.utf8.count > Folder.maximumNameLength { text.removeLast() }
    return Folder(components: [text]) == nil ? nil : text
  }
}
