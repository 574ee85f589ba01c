import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// The identities and dates of commits.
@Suite struct IdentityTests {
  /// Returns a sandbox whose environment has no identity.
  private func sandbox(_ variables: [String: String] = [:], configuration: [String: String] = [:]) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q")
    for (name, value) in configuration { try sandbox.git("config", name, value) }
    for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
      sandbox.environment[name] = variables[name]
    }
    sandbox.environment.merge(variables) { $1 }
    return sandbox
  }

  @Test func theEnvironmentHasPrecedence() throws {
    let repository = try sandbox(
      ["GIT_AUTHOR_NAME": "Env", "GIT_AUTHOR_EMAIL": "env@example.org"],
      configuration: ["user.name": "Config", "user.email": "config@example.org"]
    ).open()
    #expect(
      try repository.identity(for: .author) == Identity(name: "Env", email: "env@example.org", source: .environment))
    #expect(
      try repository.identity(for: .committer)
        == Identity(name: "Config", email: "config@example.org", source: .configuration))
  }

  @Test func theRoleHasPrecedenceOverTheUser() throws {
    let repository = try sandbox(configuration: [
      "user.name": "User", "user.email": "user@example.org", "author.name": "Author",
      "committer.email": "committer@example.org",
    ]).open()
    #expect(try repository.identity(for: .author).name == "Author")
    #expect(try repository.identity(for: .author).email == "user@example.org")
    #expect(try repository.identity(for: .committer).name == "User")
    #expect(try repository.identity(for: .committer).email == "committer@example.org")
  }

  @Test func theFallbackIsMarked() throws {
    let repository = try sandbox().open()
    #expect(try repository.identity(for: .author) == .unknown)
    #expect(try repository.identity(for: .author).isFallback)
  }

  @Test func halfAnIdentityIsAFallback() throws {
    let repository = try sandbox(configuration: ["user.name": "User"]).open()
    let identity = try repository.identity(for: .author)
    #expect(identity.name == "User")
    #expect(identity.isFallback)
  }

  @Test func anAddressFromEMAIL() throws {
    let repository = try sandbox(["EMAIL": "mail@example.org"], configuration: ["user.name": "User"]).open()
    #expect(
      try repository.identity(for: .author)
        == Identity(name: "User", email: "mail@example.org", source: .configuration))
  }

  @Test(arguments: ["GIT_CONFIG_GLOBAL", "HOME", "XDG_CONFIG_HOME"])
  func theConfigurationOfTheUser(_ place: String) throws {
    let sandbox = try sandbox()
    let (variable, file) =
      switch place {
      case "HOME": (sandbox.root.appending("home2"), "home2/.gitconfig")
      case "XDG_CONFIG_HOME": (sandbox.root.appending("xdg"), "xdg/git/config")
      default: (sandbox.root.appending("global"), "global")
      }
    sandbox.environment[place] = variable.string
    try sandbox.write("[user]\nname = Found\nemail = found@example.org\n", to: "../" + file)
    #expect(
      try sandbox.open().identity(for: .author)
        == Identity(name: "Found", email: "found@example.org", source: .configuration))
  }

  @Test(arguments: [
    "hasconfig:remote.*.url:https://work.example/**", "gitdir:LINK/", "onbranch:work", "gitdir:/elsewhere/",
  ])
  func aConditionalConfiguration(condition: String) throws {
    let sandbox = try sandbox(configuration: ["remote.origin.url": "https://work.example/x.git"])
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/work")
    _ = try sandbox.shell("ln -s store ../link")
    let link = sandbox.root.appending("link").string
    // Git knows only by this variable that the directory was entered through a link.
    if condition.contains("LINK") { sandbox.environment["PWD"] = link }
    try sandbox.git("config", "--global", "user.name", "Ann")
    try sandbox.git("config", "--global", "user.email", "ann@home.example")
    try sandbox.write("[user]\nemail = ann@work.example\n", to: "../work.inc")
    try sandbox.git(
      "config", "--global", "includeIf.\(condition.replacing("LINK", with: link)).path",
      sandbox.root.appending("work.inc").string)
    let repository = try sandbox.open()
    for role in Identity.Role.allCases {
      let identity = try repository.identity(for: role)
      let person = try sandbox.git("var", "GIT_\(role.rawValue.uppercased())_IDENT")
      #expect(person.hasPrefix("\(identity.name) <\(identity.email)> "))
      #expect(identity.email == (condition == "gitdir:/elsewhere/" ? "ann@home.example" : "ann@work.example"))
    }
  }

  @Test func aConfigurationInTheEnvironment() throws {
    let sandbox = try sandbox(
      [
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.email", "GIT_CONFIG_VALUE_0": "set@example.org",
        "GIT_AUTHOR_DATE": "@1790000000 +0100",
      ], configuration: ["user.name": "Ann", "user.email": "ann@example.org"]
    )
    let repository = try sandbox.open()
    #expect(
      try repository.identity(for: .author) == Identity(name: "Ann", email: "set@example.org", source: .configuration))
    let signature = try repository.signature(for: .author, now: Date(timeIntervalSince1970: 0), utcOffset: 0)
    #expect(signature.date == Date(timeIntervalSince1970: 1_790_000_000))
  }

  @Test func withoutGitOrAnIdentityTheConfigurationDecides() throws {
    let sandbox = try sandbox(["GIT_CONFIG_COUNT": "0", "PATH": "/nowhere"])
    #expect(try sandbox.open().identity(for: .author) == .unknown)
    sandbox.environment["GIT_AUTHOR_DATE"] = "no date"
    sandbox.environment["PATH"] = "/usr/bin:/bin"
    #expect(try sandbox.open().identity(for: .author) == .unknown)
  }

  @Test func gitIsAskedOnceForARole() throws {
    let sandbox = try sandbox(
      ["GIT_CONFIG_COUNT": "0"], configuration: ["user.name": "Ann", "user.email": "a@example.org"])
    let asked = sandbox.root.appending("asked").string
    try sandbox.write("#!/bin/sh\necho \"$@\" >> '\(asked)'\nexec /usr/bin/env -i git \"$@\"\n", to: "../bin/git")
    try sandbox.makeExecutable("../bin/git")
    sandbox.environment["PATH"] = "\(sandbox.root.appending("bin")):/usr/bin:/bin"
    func lines() throws -> Int { try sandbox.shell("cat '\(asked)'").split(separator: "\n").count }
    let repository = try sandbox.open()
    for _ in 0..<3 { #expect(try repository.identity(for: .author).name == "Ann") }
    #expect(try lines() == 1)
    sandbox.environment["GIT_CONFIG_COUNT"] = nil
    #expect(try sandbox.open().identity(for: .author).name == "Ann")
    #expect(try lines() == 1)
  }

  @Test func invalidCharactersOfHeadersAreRemoved() throws {
    let repository = try sandbox(["GIT_AUTHOR_NAME": " A <b>\nC ", "GIT_AUTHOR_EMAIL": "<a@example.org>"]).open()
    #expect(
      try repository.identity(for: .author) == Identity(name: "A bC", email: "a@example.org", source: .environment))
  }

  @Test func theClockOfTheCaller() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000.75)
    let signature = try sandbox().open().signature(for: .author, now: now, utcOffset: 90)
    #expect(signature.date == Date(timeIntervalSince1970: 1_800_000_000))
    #expect(signature.utcOffset == 90)
  }

  @Test(
    arguments: [
      ("@1772344800 +0100", 1_772_344_800, 60), ("1772344800 -0230", 1_772_344_800, -150), ("@5", 5, 90),
      ("2026-03-01T07:00:00+01:00", 1_772_344_800, 60), ("2026-03-01 07:00:00 +0100", 1_772_344_800, 60),
      ("2026-03-01T06:00:00Z", 1_772_344_800, 0), ("2026-03-01T07:30:00", 1_772_344_800, 90),
      ("2026-03-01T06:00:00.999Z", 1_772_344_800, 0), ("1970-01-01T00:00:00Z", 0, 0),
      ("2024-02-29T12:00:00Z", 1_709_208_000, 0), ("2000-03-01T00:00:00Z", 951_868_800, 0),
    ])
  func dates(_ text: String, _ seconds: Int, _ offset: Int) throws {
    let sandbox = try sandbox(["GIT_AUTHOR_DATE": text])
    let signature = try sandbox.open().signature(for: .author, now: Date(timeIntervalSince1970: 0), utcOffset: 90)
    #expect(Int(signature.date.timeIntervalSince1970) == seconds)
    #expect(signature.utcOffset == offset)
  }

  @Test(arguments: [
    "yesterday", "2026", "20260301", "2026-13-01T00:00:00Z", "2026-03-01", "2026-03-01T25:00:00Z", "@", "@x",
    "@5 +0", "2026-03-01T07:00:00+1", "2026-03-01T07:00:00 +0199", "@99999999999999999999",
  ])
  func invalidDates(_ text: String) throws {
    let sandbox = try sandbox(["GIT_COMMITTER_DATE": text])
    let error = try gitError {
      _ = try sandbox.open().signature(for: .committer, now: Date(timeIntervalSince1970: 0), utcOffset: 0)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("GIT_COMMITTER_DATE") == true)
  }
}

/// Settings of `git commit` that Mixtape ignores.
@Suite struct AdvisoryTests {
  private func addHook(_ path: String, executable: Bool = true, in sandbox: Sandbox) throws {
    try sandbox.write("#!/bin/sh\nexit 1\n", to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: executable ? 0o755 : 0o644], ofItemAtPath: sandbox.store.string + "/" + path)
  }

  @Test func none() throws {
    #expect(try Sandbox(committing: [:]).open().advisories() == [])
  }

  @Test func signing() throws {
    let sandbox = try Sandbox(committing: [:])
    try sandbox.git("config", "--global", "commit.gpgSign", "yes")
    #expect(try sandbox.open().advisories() == [.commitsAreNotSigned])
  }

  @Test func hooks() throws {
    let sandbox = try Sandbox(committing: [:])
    try addHook(".git/hooks/pre-commit", in: sandbox)
    try addHook(".git/hooks/commit-msg", in: sandbox)
    try addHook(".git/hooks/post-commit", executable: false, in: sandbox)
    try addHook(".git/hooks/pre-push", in: sandbox)
    let repository = try sandbox.open()
    #expect(try repository.advisories() == [.hooksDoNotRun(["pre-commit", "commit-msg"])])
    try repository.commit(["playlists/a.toml": "1"], in: sandbox)
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Change")
  }

  @Test func hooksElsewhere() throws {
    let sandbox = try Sandbox(committing: [:])
    try addHook(".git/hooks/pre-commit", in: sandbox)
    try addHook("tools/commit-msg", in: sandbox)
    try sandbox.git("config", "core.hooksPath", "tools")
    #expect(try sandbox.open().advisories() == [.hooksDoNotRun(["commit-msg"])])
  }
}
