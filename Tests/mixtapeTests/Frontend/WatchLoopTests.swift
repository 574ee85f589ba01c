import ArgumentParser
import GitHistory
import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The output and the commits of `watch`, with invented events and a simulated clock.
@Suite struct WatchLoopTests {
  /// A step of a test of the loop.
  private enum Step {
    case event(StoreEvent)
    /// Time passes without an event.
    case pause(Duration)
    case interrupted
  }

  private struct Outcome {
    var output = ""
    var errors = ""
    /// The times at which hand edits were committed.
    var captures: [Duration] = []
    /// The times at which playlists were exported.
    var exports: [Duration] = []
    var error: (any Error)?
  }

  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: [:]) }

  private func run(
    _ steps: [Step], arguments: [String] = [], output: (any TextOutput)? = nil, failing failures: Int = 0
  ) throws -> Outcome {
    let (captured, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let options = try CommonOptions.parse(arguments)
    let session = Session(
      options,
      fixture.context(input: PreparedInput([], isTerminal: false), output: output ?? captured, errors: errors))
    var (now, captures, remaining, isStopped) = (Duration.zero, [Duration](), steps[...], false)
    var exports: [Duration] = []
    var loop = WatchLoop(
      session,
      capture: { () throws(MixtapeError) in
        captures.append(now)
        if captures.count <= failures { throw MixtapeError(.locked) }
        return []
      }, export: { () throws(MixtapeError) in exports.append(now) }, elapsed: { now }, stop: { isStopped = true })
    var outcome = Outcome()
    do {
      try loop.run { patience in
        while !isStopped, let step = remaining.first {
          switch step {
          case .pause(let time) where patience.map { $0 <= time } ?? false:
            remaining[remaining.startIndex] = .pause(time - (patience ?? .zero))
            now += max(.zero, patience ?? .zero)
            return nil
          case .pause(let time): now += time
          case .event(let event):
            remaining.removeFirst()
            return .event(event)
          case .interrupted:
            remaining.removeFirst()
            return .interrupted
          }
          remaining.removeFirst()
        }
        return .finished
      }
    } catch {
      outcome.error = error
    }
    (outcome.output, outcome.errors, outcome.captures) = (captured.text, errors.text, captures)
    outcome.exports = exports
    return outcome
  }

  private func playlist(_ name: String, _ episodes: String..., folder: String = "") throws -> Playlist {
    try Playlist(
      id: Playlist.ID(validating: "focus"), folder: Folder(validating: folder), name: name,
      episodes: episodes.map { try Episode.ID(validating: $0) })
  }

  private func change(_ before: Playlist?, _ after: Playlist?) throws -> Step {
    .event(.playlist(try #require(PlaylistChange(from: before, to: after)), path: "playlists/focus.toml"))
  }

  private let edited = Step.event(.file(.edited, path: "library/a.toml"))

  private func contents(of name: String, isByTime: Bool) throws -> Step {
    let (id, episodes) = (try Playlist.ID(validating: name), [try Episode.ID(validating: "a/1")])
    return .event(.contents(ContentsChange(id, from: [], to: episodes, isByTime: isByTime)))
  }

  @Test func `playlists are exported once when rules find other episodes because of time`() throws {
    let change = try contents(of: "focus", isByTime: false)
    #expect(try run([.pause(.seconds(5)), change, .pause(.seconds(60))]).exports.isEmpty)
    let byTime = try ["focus", "sleep"].map { try contents(of: $0, isByTime: true) }
    let steps = [.pause(.seconds(5))] + byTime + [change, edited, .pause(.seconds(60))] + byTime
    #expect(try run(steps).exports == [.seconds(5), .seconds(65)])
  }

  // MARK: Words

  @Test func `a change is summarized in one line`() throws {
    let old = try playlist("Focus", "a/1", "a/2", "a/3")
    let new = try playlist("Deep Work", "a/3", "a/2", "a/4", folder: "work")
    let outcome = try run([
      change(nil, old), change(old, new), change(old, playlist("Focus", "a/1", "a/2", "a/3", folder: "work")),
      change(new, nil), edited, .event(.fixed(path: "playlists/focus.toml")),
    ])
    let lines = outcome.output.split(separator: "\n").map { $0.dropFirst(10) }
    #expect(
      lines == [
        "focus: created, \"Focus\", 3 episodes",
        "focus: 1 episode added, 1 removed, 1 moved, moved to work, renamed to \"Deep Work\"",
        "focus: moved to work",
        "focus: deleted",
        "library/a.toml: edited",
        "playlists/focus.toml: fixed",
      ])
    #expect(outcome.output.hasPrefix("07:03:00  focus"))
  }

  @Test func `changes of a podcast are in words and in JSON`() throws {
    func podcast(_ title: String, _ names: String...) throws -> Podcast {
      let id = try Podcast.ID(validating: "sky")
      let episodes = try names.map { Episode(id: try Episode.ID(validating: "sky/\($0)")) }
      return Podcast(id: id, title: title, episodes: episodes)
    }
    let change = PodcastDifference(from: try podcast("Sky", "a", "b"), to: try podcast("Night Sky", "b", "c", "d"))
    let step = Step.event(.podcast(change, .edited, path: "library/sky.toml"))
    let line = try run([step]).output
    #expect(line.hasSuffix("sky: 2 episodes added, 1 episode removed, title changed\n"), "\(line)")
    let json = try run([step], arguments: ["--json"]).output
    #expect(json.contains(#""event":"file","path":"library/sky.toml","kind":"edited","changes":{"fields":["title"],"#))
  }

  @Test func `errors have places`() throws {
    let source = Array("name = \"A\"\nshufle = true\n".utf8)
    let file = PlaylistFile(parsing: source, id: try Playlist.ID(validating: "a"))
    let report = FileReport(path: "playlists/a.toml", source: source, diagnostics: file.diagnostics)
    #expect(
      try run([.event(.invalid(report))]).output == """
        07:03:00  playlists/a.toml: 1 error; this version is ignored until it is fixed
          playlists/a.toml:2:1: error: unknown key `shufle`
            2 | shufle = true
              | ^~~~~~
          note: did you mean `shuffle`?

        """)
    let json = try run([.event(.invalid(report))], arguments: ["--json"]).output
    #expect(
      json.hasPrefix(#"{"time":"2026-03-01T06:04:00Z","event":"invalid","path":"playlists/a.toml","diagnostics":[{"#))
  }

  @Test func `with JSON, each event is one line`() throws {
    let (old, new) = (try playlist("Focus", "a/1"), try playlist("Deep"))
    let outcome = try run([change(old, new), edited], arguments: ["--json"])
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix(
        #"{"time":"2026-03-01T06:03:00Z","event":"updated","path":"playlists/focus.toml","id":"focus","#
          + #""changed":["name","episodes"],"playlist":{"id":"focus","folder":"","name":"Deep","#) == true)
    #expect(
      lines.dropFirst() == [#"{"time":"2026-03-01T06:04:00Z","event":"file","path":"library/a.toml","kind":"edited"}"#])
  }

  @Test func `changes of smart playlists are reported and not committed`() throws {
    let id = try Playlist.ID(validating: "focus")
    let ids = try ["a/1", "a/2", "a/3"].map { try Episode.ID(validating: $0) }
    let change = ContentsChange(id, from: [ids[0], ids[1]], to: [ids[2], ids[0]])
    let cycle = LibraryError(.cycle, .playlists([id, id]))
    let steps: [Step] = [
      .event(.contents(change)), .event(.contentsUnknown(id, MixtapeError(.library, cause: cycle))),
      .pause(.seconds(60)),
    ]
    let outcome = try run(steps)
    #expect(
      outcome.output == """
        07:03:00  focus: now has 2 episodes: 1 episode added, 1 removed
        07:04:00  focus: its rules cannot be evaluated: the rules of playlists form a cycle: focus → focus
          hint: remove one of these `in playlist` rules

        """)
    #expect(outcome.captures.isEmpty)
    let json = try run(steps, arguments: ["--json"]).output.split(separator: "\n")
    #expect(
      json.first?.hasSuffix(
        #""event":"contents","id":"focus","count":2,"added":["a/3"],"removed":["a/2"],"moved":[]}"#) == true)
    #expect(json.last?.contains(#""event":"contents-unknown","id":"focus","error":{"code":"playlist-cycle","#) == true)
  }

  // MARK: Commits

  @Test func `several saves become one commit after two seconds`() throws {
    let outcome = try run([edited, .pause(.seconds(1)), edited, .pause(.seconds(1)), edited, .pause(.seconds(60))])
    #expect(outcome.captures == [.seconds(4)])
  }

  @Test func `continuous saves are committed`() throws {
    let steps = (0..<50).flatMap { _ in [edited, .pause(.seconds(1))] }
    #expect(try run(steps).captures == [.seconds(20), .seconds(40), .seconds(50)])
  }

  @Test func `pending hand edits are committed at the end`() throws {
    #expect(try run([edited, .pause(.seconds(1)), .interrupted]).captures == [.seconds(1)])
    #expect(try run([edited, .pause(.seconds(5)), .interrupted]).captures == [.seconds(2)])
  }

  @Test func `a failed commit is reported and retried with growing delays`() throws {
    let outcome = try run([edited, .pause(.seconds(300))], failing: 4)
    #expect(outcome.captures == [2, 4, 8, 16, 32].map(Duration.seconds))
    #expect(
      outcome.errors == """
        warning: hand edits are not committed yet: another program is changing the store
        hint: try again in a moment

        """)
  }

  // MARK: The end

  @Test func `a closed output ends the watch without an error`() throws {
    let outcome = try run(
      [edited, edited, .pause(.seconds(60))], output: BrokenOutput(error: .brokenPipe))
    #expect(outcome.error == nil && outcome.errors.isEmpty)
    #expect(outcome.captures == [.zero])
  }

  @Test func `a failing watch ends with an error`() throws {
    let outcome = try run([.event(.ended(MixtapeError(.noStore)))])
    #expect((outcome.error as? MixtapeError)?.code == .noStore)
  }

  @Test(arguments: [
    (WatchFailure.tooManyDirectories, "max_user_watches"), (.tooManyWatches, "max_user_instances"),
  ])
  func `a reached system limit is reported with its setting`(_ failure: WatchFailure, _ setting: String) {
    let problem = ErrorPresenter.problem(for: MixtapeError(.cannotWatch, cause: failure))
    #expect(problem.hints.contains { $0.contains("sysctl -w fs.inotify.\(setting)=") })
    #expect(problem.status == .inputOutput)
  }
}
