internal import CLibgit2
internal import FileSystem
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Returns the value of a setting in git's configuration, of all levels; `nil` if it is not set.
  public func setting(_ name: String) throws(GitError) -> String? { try configuration.string(name) }

  /// Sets values in the configuration of the repository itself, `.git/config`. They are added at its end.
  ///
  /// ``setting(_:)`` returns the old values until the repository is opened again.
  ///
  /// libgit2 is not used, because its lock would stay for ever if this program was killed.
  public func setLocally(_ settings: [(name: String, value: String)]) throws(GitError) {
    // The search for abandoned locks begins with the lock of the index.
    let indexLock = try lockIndex()
    defer { indexLock.release() }
    let lock = try waitingForLocks { () throws(GitError) in
      try LockFile(on: localConfiguration, with: lockToken, .writeConfiguration)
    }
    defer { lock.release() }
    try lock.replaceFile(with: ConfigurationText.adding(settings, to: try localConfigurationSource()))
  }

  var localConfiguration: FilePath { commonDirectory.appending("config") }

  private func localConfigurationSource() throws(GitError) -> [UInt8] {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(localConfiguration, atMost: 1 << 24)
    } catch {
      switch error {
      case .absent: return []
      case .system(let error): throw GitError(error, .readConfiguration, path: localConfiguration)
      case .notAFile, .tooLarge:
        let feature = "a configuration that is not a plain file"
        throw GitError(.unsupported, .readConfiguration, message: feature, path: localConfiguration, feature: feature)
      }
    }
  }
}

/// The direction in which git converts the content of a file.
public enum ConversionDirection: Hashable, Sendable {
  /// From a commit to the work tree, as in `git checkout`.
  case toWorkTree
  /// From the work tree to a commit, as in `git add`.
  case toCommit
}

extension Repository {
  /// Returns the content of a file after git's conversion of line ends.
  ///
  /// The configuration and the attributes of the file decide. See `gitattributes(5)`.
  ///
  /// - Returns: `nil` if the attributes name a filter, an encoding or `ident`, which only the git program applies.
  public func converted(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection
  ) throws(GitError) -> [UInt8]? {
    // libgit2 searches the user's file of attributes at the first call.
    try Libgit2.withSearchPaths(of: environment, .readWorkTree) { () throws(GitError) in
      try filtered(bytes, at: path, direction)
    }
  }

  /// Returns the settings by which git converts a file, such as `filter=lfs` or `core.autocrlf=true`.
  public func conversionSettings(at path: String) throws(GitError) -> [String] {
    try Libgit2.withSearchPaths(of: environment, .readWorkTree) { () throws(GitError) in
      var settings: [String] = []
      for name in ["filter", "working-tree-encoding", "ident"] {
        settings += try attribute(name, at: path) ?? []
      }
      // Without attributes for line ends, the configuration decides.
      if let text = try attribute("text", at: path) { return settings + text }
      if let end = try attribute("eol", at: path) { return settings + end }
      guard let value = try configuration.string("core.autocrlf"),
        value.lowercased() == "input" || Environment.isTrue(value)
      else { return settings }
      return settings + ["core.autocrlf=\(value)"]
    }
  }

  /// Returns an attribute in the form of `.gitattributes`: none if it is unset, `nil` if nothing is specified.
  private func attribute(_ name: String, at path: String) throws(GitError) -> [String]? {
    var value: UnsafePointer<CChar>?
    try Libgit2.call(.readWorkTree) { git_attr_get(&value, handle.pointer, 0, path, name) }
    return switch git_attr_value(value) {
    case GIT_ATTR_VALUE_STRING: value.map { ["\(name)=\(String(cString: $0))"] }
    case GIT_ATTR_VALUE_TRUE: [name]
    case GIT_ATTR_VALUE_FALSE: []
    default: nil
    }
  }

  private func filtered(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection
  ) throws(GitError) -> [UInt8]? {
    for name in ["filter", "working-tree-encoding"] {
      if let setting = try attribute(name, at: path)?.first, setting != name { return nil }
    }
    var options = git_filter_options()
    options.version = UInt32(GIT_FILTER_OPTIONS_VERSION)
    // The setting `core.safecrlf` would make a conversion fail.
    options.flags = GIT_FILTER_ALLOW_UNSAFE.rawValue
    let mode = direction == .toWorkTree ? GIT_FILTER_TO_WORKTREE : GIT_FILTER_TO_ODB
    var filters: OpaquePointer?
    try Libgit2.call(.readWorkTree) {
      git_filter_list_load_ext(&filters, handle.pointer, nil, path, mode, &options)
    }
    guard let filters else { return bytes }
    defer { git_filter_list_free(filters) }
    guard git_filter_list_contains(filters, "ident") == 0 else { return nil }
    guard !bytes.isEmpty else { return bytes }
    return try bytesFromBuffer(.readWorkTree) { buffer in
      bytes.withUnsafeBytes { content in
        git_filter_list_apply_to_buffer(
          &buffer, filters, content.baseAddress?.assumingMemoryBound(to: CChar.self), content.count)
      }
    }
  }
}

/// A setting of the user that Mixtape's commits ignore.
public enum RepositoryAdvisory: Hashable, Sendable {
  /// `commit.gpgsign` is on, but commits are not signed.
  case commitsAreNotSigned
  /// Hooks that `git commit` would run, and that do not run.
  case hooksDoNotRun([String])
  /// Settings by which git converts files, such as `core.autocrlf=true`. Commits have the bytes on disk.
  case filesAreNotConverted([String])
}

extension Repository {
  /// Returns the settings that `git commit` follows in this repository and
  /// ``commit(_:message:author:committer:onto:)`` ignores.
  public func advisories() throws(GitError) -> [RepositoryAdvisory] {
    var advisories: [RepositoryAdvisory] = []
    if try configuration.bool("commit.gpgsign") == true { advisories.append(.commitsAreNotSigned) }
    let directory = try hooksDirectory()
    let hooks = Self.commitHooks.filter { access(directory.appending($0).string, X_OK) == 0 }
    if !hooks.isEmpty { advisories.append(.hooksDoNotRun(hooks)) }
    return advisories
  }

  private static let commitHooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]

  /// Returns `core.hooksPath`, which is relative to the top of the work tree, or the default directory.
  private func hooksDirectory() throws(GitError) -> FilePath {
    guard let path = try configuration.path("core.hooksPath") else { return commonDirectory.appending("hooks") }
    return directory.pushing(path)
  }
}

/// The text of git's configuration files. See `git-config(1)`, "Syntax".
enum ConfigurationText {
  /// Returns a file with settings added at its end. Git uses the last value of a setting.
  ///
  /// - Parameter settings: Names such as `merge.mixtape.driver`, with their values.
  static func adding(_ settings: [(name: String, value: String)], to source: [UInt8]) -> [UInt8] {
    var text = source.isEmpty || source.last == UInt8(ascii: "\n") ? "" : "\n"
    var current: String?
    for (name, value) in settings {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let header = header(of: parts.dropLast())
      if header != current { text += "\(header)\n" }
      current = header
      text += "\t\(parts.last ?? "") = \(quoted(value))\n"
    }
    return source + Array(text.utf8)
  }

  /// Returns the line that opens a section, such as `[merge "mixtape"]`.
  private static func header(of parts: ArraySlice<Substring>) -> String {
    let subsection = parts.dropFirst().joined(separator: ".")
    return "[\(parts.first ?? "")\(subsection.isEmpty ? "" : " \(quoted(subsection))")]"
  }

  private static func quoted(_ text: String) -> String {
    let escapes: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t"]
    return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
  }
}
