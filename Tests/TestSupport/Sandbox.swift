import Foundation
public import SystemPackage
public import Testing

/// A directory of a test's own with a home and a store in it, and the real git to prepare and to judge what is there.
///
/// Neither git nor libgit2 sees the configuration of the machine. The directory goes when the test lets go of it.
public final class Sandbox {
  /// The directory that holds all others.
  public let root: FilePath

  /// Where repositories of the tests are made.
  public var store: FilePath { root.appending("store") }

  /// What git and ``GitHistory`` are told of the environment.
  public var environment: [String: String]

  /// Makes the directory with an empty home and an empty store.
  ///
  /// - Parameter parent: What it is made in, instead of the directory for temporary files.
  public init(in parent: FilePath? = nil) throws {
    let name = "mixtape-\(UUID().uuidString)"
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

  /// A sandbox whose store is a repository made by git, with a first commit of some files.
  public convenience init(committing files: [String: String]) throws {
    try self.init()
    try git("init", "-q", "-b", "main")
    for (path, text) in files { try write(text, to: path) }
    try git("add", "--all")
    try git("commit", "-q", "--allow-empty", "-m", "Begin")
  }

  /// Runs git in the store and returns what it prints, without the line end.
  @discardableResult
  public func git(_ arguments: String..., input: String? = nil, in directory: FilePath? = nil) throws -> String {
    try git(arguments: arguments, input: input, in: directory)
  }

  /// Runs git in the store and returns what it prints, without the line end.
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
  /// - Parameter environment: What it is told instead of ``environment``.
  /// - Returns: what it prints to either output.
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

  /// What git said when it failed.
  public struct GitFailure: Error, CustomStringConvertible {
    /// What git was asked to do.
    public let arguments: [String]
    /// What it wrote to standard error.
    public let complaint: String
    /// Both in one line.
    public var description: String { "git \(arguments.joined(separator: " ")): \(complaint)" }
  }
}

extension Sandbox {
  /// Makes a directory, by its path from the root.
  public func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: root.appending(path).string, withIntermediateDirectories: true)
  }

  /// Writes a file of the store and the directories it needs.
  public func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// Writes a file of the store and the directories it needs.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = URL(fileURLWithPath: store.string).appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Lets everyone run a file of the store.
  ///
  /// Another program makes the copy that is run: a file that is open for writing cannot be run, and what another test is just
  /// starting has a copy of the descriptor by which this process wrote it.
  public func makeExecutable(_ path: String) throws {
    let failure = try shell("cp '\(path)' '\(path)~' && chmod 755 '\(path)~' && mv '\(path)~' '\(path)'")
    try #require(failure.isEmpty, "\(failure)")
  }

  /// Removes a file of the store.
  public func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: store.string + "/" + path)
  }

  /// The bytes of a file of the store.
  public func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: store.string + "/" + path)))
  }

  /// What `git status` says, a line for each file.
  public func status() throws -> [String] {
    try git("status", "--porcelain", "--untracked-files=all").split(separator: "\n").map(String.init)
  }

  /// Fails the test where git finds the repository damaged.
  public func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try self.git("fsck", "--strict", "--no-dangling")
    }
  }
}
