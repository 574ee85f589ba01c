/// The paths that git never checks out. A tree of a remote can have them all the same: a file in `.git` could make git run a program.
enum UnsafePath {
  /// Returns whether a path of a tree is unsafe: with an empty component, `.`, `..`, or a name that a file system can take for
  /// `.git`. These are the rules of git with `core.protectHFS` and `core.protectNTFS`.
  static func contains(_ path: String) -> Bool {
    path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).contains { isUnsafe($0) }
  }

  private static func isUnsafe(_ component: Substring.UnicodeScalarView) -> Bool {
    let scalars = component.filter { !isIgnored($0) }.prefix { $0 != ":" && $0 != "\\" }
    var name = String(String.UnicodeScalarView(scalars)).lowercased()
    if component.isEmpty || name == "." || name == ".." { return true }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    return name == ".git" || name == "git~1"
  }

  /// Returns whether the file system of macOS ignores a character in names.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
