import FileSystem
import Foundation
import MixtapeModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

/// The service with a peer that the test plays, which need not behave.
@Suite struct MPVMusicServiceTests {
  private let queue = Result { try (1...3).map { try QueueEntry.at("http://localhost/\($0)", id: $0) } }

  /// A service, and those that it has started, the latest last.
  private func service(
    _ timeouts: MPVPlayback.Timeouts = MPVPlayback.Timeouts()
  ) throws -> (MPVMusicService, Recorder<FakeMPV>) {
    let peers = Recorder<FakeMPV>()
    let service = MPVMusicService(timeouts: timeouts) { () throws(MusicServiceError) in
      do throws(Errno) {
        let (ours, theirs) = try ConnectedSocket.pair()
        peers.record(FakeMPV(theirs))
        return (ours, nil)
      } catch {
        throw .unavailable("\(error)")
      }
    }
    service.setQueue(try queue.get())
    return (service, peers)
  }

  @Test func `nothing is started before it is needed, and then once`() throws {
    let (service, peers) = try service()
    #expect(peers.values.isEmpty)
    try service.requestAccess()
    try service.requestAccess()
    try service.play()
    #expect(peers.values.count == 1)
  }

  @Test func `an entry is played, and pieces of lines make lines`() throws {
    let (service, peers) = try service()
    let log = ReportLog(of: service)
    try service.play()
    let mpv = try #require(peers.values.last)
    try mpv.playNext()
    #expect(try log.next() == .started(1))
    for byte in #"{"event":"end-file","reason":"eof","playlist_entry_id":1}"# { try mpv.send(String(byte)) }
    try mpv.send("\n")
    #expect(try log.next() == .ended(1))
  }

  @Test func `what cannot be understood is passed over`() throws {
    let (service, peers) = try service()
    let log = ReportLog(of: service)
    try service.play()
    let mpv = try #require(peers.values.last)
    try mpv.say("HTTP/1.1 400 Bad Request")
    try mpv.say(#"{"event":"end-file","playlist_entry_id":"1"}"#)
    for _ in 0..<20 { try mpv.send(String(repeating: "x", count: 10_000)) }
    try mpv.say("")
    try mpv.playNext()
    #expect(try log.next() == .started(1))
  }

  @Test func `mpv goes while it plays, and is started again`() throws {
    let (service, peers) = try service()
    let log = ReportLog(of: service)
    try service.play()
    try peers.values[0].playNext()
    #expect(try log.next() == .started(1))
    try peers.values[0].close()
    #expect(try log.next() == .failed(1, .unavailable("mpv has exited")))
    service.setQueue([try QueueEntry.at("http://localhost/9", id: 9)])
    try service.play()
    try peers.values[1].playNext()
    #expect(try log.next() == .started(9))
  }

  @Test(arguments: ["greeting", "loading", "paused"]) func `mpv may go at any time`(time: String) throws {
    let (service, peers) = try service()
    let log = ReportLog(of: service)
    try service.play()
    let mpv = try #require(peers.values.last)
    switch time {
    case "loading": try mpv.next(with: "loadfile", file: 1)
    case "paused":
      try mpv.playNext()
      #expect(try log.next() == .started(1))
      service.pause()
      try mpv.next(with: "pause")
    default: break
    }
    try mpv.close()
    let reason = time == "greeting" ? "mpv exited at once: it gave no reason" : "mpv has exited"
    #expect(try log.next() == .failed(1, .unavailable(reason)))
    // Nothing of this needs an mpv, and nothing is left to fail.
    service.pause()
    service.seek(to: .seconds(1))
    service.stop()
    #expect(log.rest.isEmpty)
    #expect(peers.values.count == 1)
  }

  @Test func `an mpv that stands still is given up`() throws {
    let (service, peers) = try service(MPVPlayback.Timeouts(answer: .milliseconds(20)))
    let log = ReportLog(of: service)
    try service.play()
    #expect(try log.next() == .failed(1, .unavailable("mpv does not answer")))
    service.setQueue(try queue.get().map { QueueEntry(id: $0.id + 10, episode: $0.episode) })
    try service.play()
    #expect(peers.values.count == 2)
  }

  @Test func `an mpv that does not read is given up, without waiting for it`() throws {
    let (service, _) = try service()
    let log = ReportLog(of: service)
    let address = "http://localhost/" + String(repeating: "a", count: 8_000)
    // More than any system keeps for one that does not read.
    service.setQueue(try (1...60).map { try QueueEntry.at(address, id: $0) })
    for _ in 1...60 { try service.skip() }
    guard case .failed(_, let reason) = try log.next() else {
      Issue.record("nothing failed")
      return
    }
    #expect(reason == .unavailable("mpv does not answer"))
  }

  @Test func `the next episode of a player is played when one ends`() throws {
    let (service, peers) = try service()
    let player = ShufflePlayer(
      service: service, options: ShufflePlayer.Options(shuffle: .off, seed: 1, now: { .distantPast }))
    let states = player.states()
    for entry in try queue.get() { try player.add(entry.episode) }
    player.play()
    let mpv = try #require(peers.values.last)
    for file in 1...3 {
      try mpv.playNext(file: file)
      try mpv.say(#"{"event":"end-file","reason":"eof","playlist_entry_id":\#(file)}"#)
    }
    #expect(try mpv.next(with: "loadfile", file: 4).contains("http://localhost/1"))
    withExtendedLifetime(states) {}
  }

  @Test func `an mpv that is not there is told of, with where to get it`() throws {
    let service = MPVMusicService(environment: ["PATH": "/nowhere:relative"])
    let reason = "mpv is not installed or not in PATH; see https://mpv.io/installation"
    #expect(throws: MusicServiceError.unavailable(reason)) { try service.requestAccess() }
    service.setQueue(try queue.get())
    #expect(throws: MusicServiceError.unavailable(reason)) { try service.play() }
    #expect(throws: MusicServiceError.unavailable(reason)) { try service.skip() }
    #expect(service.position == .zero)
  }

  @Test(arguments: [
    ("exit 1", "it gave no reason"),
    ("echo; printf 'Unknown \\033[1moption\\n'; echo Bye; exit 1", "Unknown [1moption"),
    ("echo 'no libmpv.so' >&2; exit 127", "no libmpv.so"),
    // It is not held up by nobody reading what it says.
    ("i=0; while [ $i -lt 9999 ]; do echo $i; i=$((i+1)); done; exit 1", "0"),
  ]) func `an mpv that ends at once is told of in its own words`(script: String, words: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("#!/bin/sh\n\(script)\n", to: "mpv")
    try sandbox.makeExecutable("mpv")
    let service = MPVMusicService(environment: ["PATH": sandbox.store.string])
    let log = ReportLog(of: service)
    service.setQueue(try queue.get())
    try service.play()
    let report = try log.next()
    #expect(report == .failed(1, .unavailable("mpv exited at once: \(words)")))
  }

  @Test func `the library is searched by whoever has it`() throws {
    let episode = try Episode.named("a")
    let service = MPVMusicService(environment: [:], find: { text, limit in text == "a" && limit == 5 ? [episode] : [] })
    #expect(try service.search("a", limit: 5) == [episode])
  }
}
