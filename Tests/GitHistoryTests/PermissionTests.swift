#if canImport(Glibc)
  import Foundation
  import GitHistory
  import Glibc
  import SystemPackage
  import TestSupport
  import Testing

  /// Repositories of other users and without write permission.
  @Suite struct PermissionTests {
    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func aForeignOwner() throws {
      let sandbox = try Sandbox(committing: ["a": "1"])
      #expect(chown(sandbox.store.string, otherUser, otherUser) == 0)
      #expect(chown(sandbox.store.string + "/.git", otherUser, otherUser) == 0)
      #expect(try gitError { _ = try sandbox.open() }?.code == .owner)

      try sandbox.git("config", "--global", "safe.directory", sandbox.root.appending("other").string)
      #expect(try gitError { _ = try sandbox.open() }?.code == .owner)
      try sandbox.git("config", "--global", "--add", "safe.directory", sandbox.store.string)
      #expect(try sandbox.open().head().branch == "main")
    }

    @Test func aReadOnlyGitDirectory() throws {
      let sandbox = try Sandbox(committing: ["a": "1"])
      let repository = try sandbox.open()
      let head = try repository.head()
      try sandbox.git("config", "gc.auto", "0")
      try setWritable(false, in: sandbox)
      defer { #expect(throws: Never.self) { try setWritable(true, in: sandbox) } }

      let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
      let failures = try withoutPrivileges {
        [
          try gitError { _ = try repository.writeBlob(Array("new".utf8)) },
          try gitError {
            _ = try repository.commit([], message: "No", author: signature, committer: signature, onto: head)
          },
          try gitError { try repository.refreshIndex(paths: ["a"]) },
        ]
      }
      #expect(failures.map { $0?.code } == [.readOnly, .readOnly, .readOnly])
      // Reading still works.
      #expect(try repository.entries(of: #require(head.commit)).map(\.path) == ["a"])
      #expect(try repository.workTree(under: []).changes == [])
    }

    @Test(arguments: [0o000, 0o444, 0o111])
    func anUnreadableDirectory(mode: mode_t) throws {
      let sandbox = try Sandbox(committing: ["playlists/in/a.toml": "1", "playlists/b.toml": "2"])
      let repository = try sandbox.open()
      let directory = sandbox.store.appending("playlists/in").string
      #expect(chmod(directory, mode) == 0)
      defer { chmod(directory, 0o755) }
      let changes = try withoutPrivileges { try repository.workTree(under: ["playlists"]).changes }
      #expect(changes.map(\.path) == ["playlists/in"])
      #expect(changes.map(\.kind) == [.unsupported])
    }

    @Test func anUnreadableFile() throws {
      let sandbox = try Sandbox(committing: ["playlists/a.toml": "1"])
      let file = sandbox.store.appending("playlists/a.toml").string
      #expect(chmod(file, 0) == 0)
      let changes = try withoutPrivileges { try sandbox.open().workTree(under: ["playlists"]).changes }
      #expect(changes.map(\.kind) == [.unsupported])
    }

    @Test(arguments: [0o000, 0o444])
    func anUnsearchableGitDirectory(mode: mode_t) throws {
      let sandbox = try Sandbox(committing: ["a": "1"])
      let directory = sandbox.store.appending(".git")
      #expect(chmod(directory.string, mode) == 0)
      defer { chmod(directory.string, 0o755) }
      let error = try withoutPrivileges { try gitError { _ = try sandbox.open() } }
      #expect(error?.code == .readOnly)
      #expect(error?.path == directory)
    }

    private func setWritable(_ isWritable: Bool, in sandbox: Sandbox) throws {
      let top = sandbox.store.appending(".git").string
      let names = try FileManager.default.subpathsOfDirectory(atPath: top)
      for path in [top] + names.map({ "\(top)/\($0)" }) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
          continue
        }
        try #require(chmod(path, isWritable ? 0o755 : 0o555) == 0)
      }
    }
  }
#endif
