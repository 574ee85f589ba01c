internal import FileSystem
internal import SystemPackage

/// The settings of a repository that give commits other parents, or replace them: the boundary of a shallow clone,
/// grafts and replacements.
///
/// libgit2 1.5 ignores all of them. Replacements of trees and contents are not supported.
struct HistoryOverrides {
  private var boundary: Set<CommitID> = []
  private var grafts: [CommitID: [CommitID]] = [:]
  private var replacements: [ObjectID: ObjectID] = [:]

  /// Reads the settings. Lines and names that git would not accept are ignored.
  init(of repository: Repository) throws(GitError) {
    let (shallow, grafts) = try (
      Self.lines(of: repository.commonDirectory.appending("shallow")),
      Self.lines(of: repository.commonDirectory.appending("info").appending("grafts"))
    )
    boundary = Set(shallow.compactMap { CommitID($0) })
    for line in grafts where !line.hasPrefix("#") {
      let ids = line.split(separator: " ").map { CommitID(String($0)) }
      guard let commit = ids.first.flatMap(\.self), !ids.contains(nil) else { continue }
      self.grafts[commit] = ids.dropFirst().compactMap(\.self)
    }
    let isDisabled = repository.environment["GIT_NO_REPLACE_OBJECTS"] != nil
    guard !isDisabled, try repository.configuration.bool("core.useReplaceRefs") != false else { return }
    replacements = try Self.replacements(in: repository)
  }

  /// Whether there are no such settings.
  var isEmpty: Bool { boundary.isEmpty && grafts.isEmpty && replacements.isEmpty }

  /// A text that identifies the settings; `nil` if there are none.
  var fingerprint: String? {
    guard !isEmpty else { return nil }
    var lines = boundary.map { "shallow \($0)" }
    for (commit, parents) in grafts { lines.append("graft \(commit) \(parents.map(\.description))") }
    for (old, new) in replacements { lines.append("replace \(old) \(new)") }
    return lines.sorted().joined(separator: "\n")
  }

  /// Returns the commit that git reads in place of a commit.
  ///
  /// - Throws: ``GitError/Code/corrupt`` if replacements form a cycle.
  func replacement(of commit: CommitID) throws(GitError) -> CommitID {
    var id = commit.rawValue
    for _ in 0...Self.replacementDepth {
      guard let next = replacements[id] else { return CommitID(rawValue: id) }
      id = next
    }
    throw GitError(.corrupt, .readObject, message: "the replacements of the commit \(commit) form a cycle")
  }

  /// Returns the effective parents, and the reason if they were cut off.
  ///
  /// - Parameters:
  ///   - recorded: The parents in the commit, or in its replacement.
  ///   - isCut: Whether the commit itself has parents, and its replacement has none.
  func lineage(
    of commit: CommitID, recorded: [CommitID], isCut: () throws(GitError) -> Bool
  ) throws(GitError) -> (parents: [CommitID], boundary: HistoryBoundary?) {
    if isEmpty { return (recorded, nil) }
    if boundary.contains(commit) { return ([], .shallow) }
    if let parents = grafts[commit] { return (parents, parents.isEmpty ? .graft : nil) }
    if recorded.isEmpty, try isCut() { return ([], .replacement) }
    return (recorded, nil)
  }

  /// The maximum length of a chain of replacements, as in git.
  private static let replacementDepth = 5

  private static func lines(of path: FilePath) throws(GitError) -> [String] {
    do throws(FileAccess.Failure) {
      let bytes = try FileAccess.read(path)
      return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      switch error {
      case .absent: return []
      case .system(let cause): throw GitError(cause, .walk, path: path)
      case .notAFile, .tooLarge: throw GitError(.corrupt, .walk, message: "\(path) is not a plain file", path: path)
      }
    }
  }

  private static func replacements(in repository: Repository) throws(GitError) -> [ObjectID: ObjectID] {
    let prefix = "refs/replace/"
    var replacements: [ObjectID: ObjectID] = [:]
    for reference in try repository.references(under: prefix) {
      guard let old = ObjectID(String(reference.name.dropFirst(prefix.count))) else { continue }
      replacements[old] = reference.target
    }
    return replacements
  }
}
