import ArgumentParser
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `watch --sync 5m`, with a bare repository as the remote and a simulated clock.
@Suite struct WatchSyncTests {
  private let fixture: CommandFixture
  private let remote: FilePath
  private var clone: String { fixture.sandbox.root.appending("clone").string }

  init() throws {
    fixture = try CommandFixture()
    remote = fixture.sandbox.root.appending("remote.git")
    try fixture.sandbox.git("init", "-q", "--bare", "-b", "main", remote.string)
    try fixture.sandbox.git("remote", "add", "origin", remote.string)
    run(["sync"], ["clone", remote.string, clone])
  }

  private func run(_ commands: [String]..., settings: [String: String] = [:]) {
    for arguments in commands {
      let outcome = fixture.mixtape(arguments, settings: settings)
      #expect(outcome.status == .done, "\(arguments): \(outcome.errors)")
    }
  }

  private func subjects() throws -> [String] {
    try fixture.sandbox.git("log", "--format=%s", "main", in: remote).split(separator: "\n").map(String.init)
  }

  /// Runs a watch for a number of intervals, with work before the end of each of them.
  ///
  /// - Parameter work: Does something at the start of an interval, and returns an event of the watch.
  private func watch(
    _ arguments: [String] = [], intervals: Int, settings: [String: String] = [:],
    work: @escaping (Int) throws -> StoreEvent? = { _ in nil }
  ) throws -> (output: String, errors: String) {
    let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let session = Session(
      try CommonOptions.parse(arguments),
      fixture.context(
        input: PreparedInput(["mine"], isTerminal: true), output: output, errors: errors, settings: settings))
    let command = try #require(try Mixtape.parseAsRoot(["watch", "--sync", "5m"]) as? Watch)
    let store = fixture.sandbox.store
    var (now, done) = (Duration.zero, 0)
    var pending: StoreEvent?
    var loop = WatchLoop(
      session,
      capture: { () throws(MixtapeError) in try Store(at: store, context: session.storeContext()).captureHandEdits() },
      repeating: command.repeated(in: store, session), elapsed: { now }, stop: {})
    try loop.run { patience in
      if let event = pending {
        pending = nil
        return .event(event)
      }
      guard let patience, done < intervals || patience < .seconds(60) else { return .finished }
      now += max(.zero, patience)
      if patience >= .seconds(60) {
        done += 1
        do { pending = try work(done) } catch { Issue.record(error) }
      }
      return pending.map { event in
        pending = nil
        return .event(event)
      }
    }
    return (output.text, errors.text)
  }

  @Test func theEndOfTheWatchCancelsATransfer() throws {
    let server = try BrokenServers.silent()
    try fixture.sandbox.git("remote", "set-url", "origin", "git://127.0.0.1:\(server.port)/remote.git")
    let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let session = Session(
      try CommonOptions.parse([]),
      fixture.context(input: PreparedInput([], isTerminal: false), output: output, errors: errors))
    let command = try #require(try Mixtape.parseAsRoot(["watch", "--sync", "5m"]) as? Watch)
    let mailbox = Mailbox<WatchLoop.Message>()
    let work = command.repeated(
      in: fixture.sandbox.store, session, isEnding: { mailbox.contains(where: \.isInterruption) })
    var now = Duration.zero
    var loop = WatchLoop(session, capture: nil, repeating: work, elapsed: { now }, stop: { mailbox.put(.finished) })
    try loop.run { _ in
      now += .seconds(1)
      // The first sync begins before the user ends the watch.
      guard now > .seconds(1) else {
        mailbox.put(.interrupted)
        return nil
      }
      return mailbox.next()
    }
    #expect(output.text == "" && errors.text == "")
  }

  @Test func aChangeIsPushedAtTheNextInterval() throws {
    let heard = try watch(intervals: 2) { number in
      guard number == 1 else { return nil }
      run(["rename", "calm", "Still"])
      return nil
    }
    #expect(try subjects().first == #"Rename calm to "Still""#)
    #expect(heard.errors.isEmpty)
    #expect(heard.output.split(separator: "\n").map { $0.dropFirst(10) } == ["Pushed 1 change to origin/main."])
  }

  @Test func aHandEditIsCommittedBeforeTheSync() throws {
    let path = "playlists/evening/calm.toml"
    let heard = try watch(intervals: 2) { [fixture] number in
      guard number == 1 else { return nil }
      try fixture.sandbox.write("name = \"Still\"\n", to: path)
      return .file(.edited, path: path)
    }
    #expect(try subjects().first == "Edit calm by hand")
    #expect(heard.output.contains("committed "))
    #expect(heard.output.contains("  Pushed 1 change to origin/main.\n"))
  }

  @Test func changesOfOthersAreReceived() throws {
    run(["rename", "calm", "Still", "--store", clone], ["sync", "--store", clone])
    let heard = try watch(intervals: 3)
    #expect(heard.output.split(separator: "\n").map { $0.dropFirst(10) } == ["Received 1 change from origin/main."])
    #expect(try fixture.shell("head -1 playlists/evening/calm.toml") == "name = \"Still\"\n")
  }

  @Test func aConflictIsDecidedWithoutAQuestion() throws {
    run(["rename", "calm", "Night", "--store", clone], ["sync", "--store", clone])
    run(["rename", "calm", "Day"])
    let heard = try watch(intervals: 2)
    #expect(heard.errors.hasPrefix("warning: both sides changed `name` of calm: "))
    #expect(!heard.errors.contains("[newer]"))
    #expect(fixture.mixtape(["conflicts"]).output.hasPrefix("calm: `name`\n"))
  }

  @Test func anUnreachableRemoteIsOneWarningUntilItIsBack() throws {
    let away = remote.string + "-away"
    let heard = try watch(["--json"], intervals: 8) { [fixture, remote] number in
      switch number {
      case 1, 6: _ = try fixture.shell("mv '\(remote)' '\(away)'")
      case 4: _ = try fixture.shell("mv '\(away)' '\(remote)'")
      default: break
      }
      return nil
    }
    let warnings = heard.errors.split(separator: "\n")
    #expect(warnings.count == 2, "\(heard.errors)")
    #expect(warnings.allSatisfy { $0.contains("the store is not synced: ") })
  }

  @Test func nobodyIsAskedForAPassword() throws {
    try fixture.sandbox.git("remote", "set-url", "origin", "ssh://nowhere.invalid/x")
    let note = fixture.sandbox.root.appending("asked").string
    let heard = try watch(
      intervals: 1,
      settings: ["GIT_SSH_COMMAND": "env | grep -E '^(GIT_TERMINAL_PROMPT|SSH_ASKPASS_REQUIRE)' > '\(note)'; true"])
    #expect(heard.errors.contains("the store is not synced: "))
    #expect(try fixture.shell("sort '\(note)'") == "GIT_TERMINAL_PROMPT=0\nSSH_ASKPASS_REQUIRE=never\n")
  }
}
