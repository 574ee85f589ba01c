import Foundation
public import SystemPackage

/// A bare repository in a sandbox that clones of a store exchange changes through.
public final class BareRepository {
  /// The sandbox that holds the repository.
  public let sandbox: Sandbox
  /// The directory of the repository.
  public var directory: FilePath { sandbox.root.appending(Self.name) }

  /// The name of the directory.
  static let name = "remote.git"

  /// Makes an empty repository with the branch `main`.
  public init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    try sandbox.git("init", "-q", "--bare", "-b", "main", Self.name, in: sandbox.root)
  }

  /// Runs git in the repository and returns its output, without the line end.
  @discardableResult
  public func git(_ arguments: String...) throws -> String { try sandbox.git(arguments: arguments, in: directory) }

  /// Sets a hook of the server, as lines of `sh`.
  ///
  /// Another program makes the file, because a process that another test just starts may inherit this process's descriptor
  /// of a file that is open for writing, and such a file cannot be executed.
  public func setHook(_ name: String, _ lines: String) throws {
    let hook = directory.appending("hooks").appending(name).string
    try sandbox.git(
      "-c", "alias.write-hook=!mkdir -p hooks && cat > '\(hook)' && chmod 755 '\(hook)'", "write-hook",
      input: "#!/bin/sh\n\(lines)\n", in: directory)
  }

  /// The commit of the branch `main`; `nil` for an empty repository.
  public var tip: String? {
    get throws {
      let line = try git("for-each-ref", "--format=%(objectname)", "refs/heads/main")
      return line.isEmpty ? nil : line
    }
  }
}
