import Foundation
public import SystemPackage
public import Testing

/// A temporary directory of a test with a home and a store, and the real git.
///
/// Neither git nor libgit2 reads the configuration of the machine. The directory is removed with the last reference.
public final class Sandbox {
  /// The temporary directory.
  public let root: FilePath

  /// The directory for repositories of tests.
  public var store: FilePath { root.appending("store") }

  /// The environment of git and ``GitHistory``.
  public var environment: [String: String]

  /// Makes the directory with an empty home and an empty store.
  ///
  /// - Parameter parent: The parent directory; `nil` for that of temporary files.
  public init(in parent: FilePath? = nil) throws {
    // A short name, because debug builds check every character of a path again and again.
    let name = "mixtape-\(UUID().uuidString.prefix(13))"
    let parent = parent ?? FilePath(FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path)
    root = parent.appending(name)
    environment = [
      "HOME": root.appending("home").string,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "A U Thor", "GIT_AUTHOR_EMAIL": "author@example.org",
      "GIT_COMMITTER_NAME": "C O Mitter", "GIT_COMMITTER_EMAIL": "committer@example.org",
    ]
    try makeDirectory("home")
    try makeDirectory("store")
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: root.string)
    } catch {
      Issue.record("the temporary directory stays: \(error)")
    }
  }

  /// Makes a sandbox whose store is a repository made by git, with a first commit of some files.
  public convenience init(committing files: [String: String]) throws {
    try self.init()
    try git("init", "-q", "-b", "main")
    for (path, text) in files { try write(text, to: path) }
    try git("add", "--all")
    try git("commit", "-q", "--allow-empty", "-m", "Begin")
  }

  /// Runs git in the store and returns its output, without the line end.
  @discardableResult
  public func git(_ arguments: String..., input: String? = nil, in directory: FilePath? = nil) throws -> String {
    try git(arguments: arguments, input: input, in: directory)
  }

  /// Runs git in the store and returns its output, without the line end.
  @discardableResult
  public func git(arguments: [String], input: String? = nil, in directory: FilePath? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: (directory ?? store).string)
    process.environment = environment
    let (output, errors, inputPipe) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = inputPipe
    try process.run()
    inputPipe.fileHandleForWriting.write(Data((input ?? "").utf8))
    try inputPipe.fileHandleForWriting.close()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GitFailure(arguments: arguments, complaint: complaint) }
    return String(decoding: printed.last == UInt8(ascii: "\n") ? printed.dropLast() : printed, as: UTF8.self)
  }

  /// Runs a line of `sh` in the store.
  ///
  /// - Parameter environment: The environment; `nil` for ``environment``.
  /// - Returns: The standard output and error.
  public func shell(_ line: String, environment: [String: String]? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1; \(line)"]
    process.currentDirectoryURL = URL(fileURLWithPath: store.string)
    process.environment = environment ?? self.environment
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A failure of git.
  public struct GitFailure: Error, CustomStringConvertible {
    /// The arguments of git.
    public let arguments: [String]
    /// The text that git wrote to standard error.
    public let complaint: String
    /// The arguments and the text in one line.
    public var description: String { "git \(arguments.joined(separator: " ")): \(complaint)" }
  }
}

extension Sandbox {
  /// Creates a directory, by its path from the root.
  public func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: root.appending(path).string, withIntermediateDirectories: true)
  }

  /// Writes a file of the store, and creates missing directories.
  public func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// Writes a file of the store, and creates missing directories.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = URL(fileURLWithPath: store.string).appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Makes a symbolic link in the store, in an existing directory.
  public func makeLink(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: store.appending(path).string, withDestinationPath: target)
  }

  /// Makes a file of the store executable for everyone.
  ///
  /// Another program makes the copy that is executed: a file that is open for writing cannot be executed, and a
  /// process that another test just starts may have inherited this process's descriptor of the file.
  public func makeExecutable(_ path: String) throws {
    let failure = try shell("cp '\(path)' '\(path)~' && chmod 755 '\(path)~' && mv '\(path)~' '\(path)'")
    try #require(failure.isEmpty, "\(failure)")
  }

  /// Removes a file of the store.
  public func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: store.string + "/" + path)
  }

  /// Returns the bytes of a file of the store.
  public func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: store.string + "/" + path)))
  }

  /// Returns the output of `git status`, one line for each file.
  public func status() throws -> [String] {
    try git("status", "--porcelain", "--untracked-files=all").split(separator: "\n").map(String.init)
  }

  /// Adds a commit with the files of HEAD, whose author or committer git itself would not write.
  ///
  /// - Parameters:
  ///   - author: The line of the header after `author `; `nil` for none.
  ///   - committer: The line of the header after `committer `.
  /// - Returns: The id of the commit.
  @discardableResult
  public func commitMalformed(author: String?, committer: String = "C <c@example.org> 1790000000 +0000") throws
    -> String
  {
    let (tree, parent) = (try git("rev-parse", "HEAD^{tree}"), try git("rev-parse", "HEAD"))
    let header =
      ["tree \(tree)", "parent \(parent)"] + (author.map { ["author \($0)"] } ?? []) + ["committer \(committer)"]
    let text = header.joined(separator: "\n") + "\n\nMalformed\n"
    let id = try git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", input: text)
    try git("update-ref", "HEAD", id)
    return id
  }

  /// Fails the test if git finds the repository damaged.
  public func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try self.git("fsck", "--strict", "--no-dangling")
    }
  }
}
