/// A mapping of the branches of a remote to references of a clone, such as `+refs/heads/*:refs/remotes/origin/*`.
/// See `git-fetch(1)`, "Configured remote-tracking branches".
struct Refspec: Equatable {
  private let source: Substring
  private let destination: Substring
  /// Whether it excludes the references that match, as in `^refs/heads/draft`.
  let isNegative: Bool

  /// Parses a mapping. A mapping without a destination has an empty one.
  init(_ text: String) {
    isNegative = text.hasPrefix("^")
    let sides = text.drop { $0 == "+" || $0 == "^" }.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = sides.first ?? ""
    destination = sides.count == 2 ? sides[1] : ""
  }

  /// Returns the part of a reference that `*` stands for, an empty text if the mapping has no `*`, and `nil` if the
  /// reference does not match.
  func match(_ reference: String) -> Substring? {
    guard let star = source.firstIndex(of: "*") else { return source == reference ? "" : nil }
    let (start, end) = (source[..<star], source[source.index(after: star)...])
    guard reference.utf8.count >= start.utf8.count + end.utf8.count, reference.hasPrefix(start),
      reference.hasSuffix(end)
    else { return nil }
    return reference.dropFirst(start.count).dropLast(end.count)
  }

  /// Returns the reference of the clone for one of the remote; `nil` if the mapping has none.
  func destination(of reference: String) -> String? {
    guard !isNegative, !destination.isEmpty, let part = match(reference) else { return nil }
    guard let star = destination.firstIndex(of: "*") else { return String(destination) }
    return "\(destination[..<star])\(part)\(destination[destination.index(after: star)...])"
  }
}
