import FileSystem
import Foundation
import MixtapeModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

/// The service with a peer that the test plays, which may misbehave.
@Suite struct MPVMusicServiceTests {
  private let queue = Result { try (1...3).map { try QueueEntry.at("http://localhost/\($0)", id: $0) } }

  /// Returns a service, and the peers that it has started, the latest last.
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

  @Test func `mpv is started once, when it is needed`() throws {
    let (service, peers) = try service()
    #expect(peers.values.isEmpty)
    try service.requestAccess()
    try service.requestAccess()
    try service.play()
    #expect(peers.values.count == 1)
  }

  @Test func `an entry is played, with lines received in pieces`() throws {
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

  @Test func `invalid lines are ignored`() throws {
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

  @Test func `an mpv that exits while it plays is started again`() throws {
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

  @Test(arguments: ["greeting", "loading", "paused"]) func `mpv may exit at any time`(time: String) throws {
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
    // These calls need no mpv and cannot fail.
    service.pause()
    service.seek(to: .seconds(1))
    service.stop()
    #expect(log.rest.isEmpty)
    #expect(peers.values.count == 1)
  }

  @Test func `an mpv that hangs is ended`() throws {
    let (service, peers) = try service(MPVPlayback.Timeouts(answer: .milliseconds(20)))
    let log = ReportLog(of: service)
    try service.play()
    #expect(try log.next() == .failed(1, .unavailable("mpv does not answer")))
    service.setQueue(try queue.get().map { QueueEntry(id: $0.id + 10, episode: $0.episode) })
    try service.play()
    #expect(peers.values.count == 2)
  }

  @Test func `an mpv that does not read is ended without waiting`() throws {
    let (service, _) = try service()
    let log = ReportLog(of: service)
    let address = "http://localhost/" + String(repeating: "a", count: 8_000)
    // More than any system buffers for a process that does not read.
    service.setQueue(try (1...60).map { try QueueEntry.at(address, id: $0) })
    for _ in 1...60 { try service.skip() }
    guard case .failed(_, let reason) = try log.next() else {
      Issue.record("nothing failed")
      return
    }
    #expect(reason == .unavailable("mpv does not answer"))
  }

  @Test func `a missing mpv is reported with its address`() throws {
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
    // Unread output does not block it.
    ("i=0; while [ $i -lt 9999 ]; do echo $i; i=$((i+1)); done; exit 1", "0"),
  ]) func `an mpv that exits at once is reported with its message`(script: String, words: String) throws {
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

  @Test func `searches are passed to the library`() throws {
    let episode = try Episode.named("a")
    let service = MPVMusicService(environment: [:], find: { text, limit in text == "a" && limit == 5 ? [episode] : [] })
    #expect(try service.search("a", limit: 5) == [episode])
  }
}
