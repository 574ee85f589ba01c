import FileSystem
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

private let environment = ProcessInfo.processInfo.environment
private let opensslIsInstalled = InstalledProgram.path(of: "openssl", in: environment) != nil
private let mpvIsInstalled = InstalledProgram.path(of: "mpv", in: environment) != nil

/// The service with the real mpv, which plays generated files without audible output.
@Suite(
  .enabled(if: mpvIsInstalled, "mpv is not installed: nothing here was tested (apt-get install mpv)"),
  .timeLimit(.generous))
struct RealMPVTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Returns a service that plays as fast as possible.
  private func fastService() -> MPVMusicService {
    MPVMusicService(environment: environment, options: ["--ao=null", "--ao-null-untimed"])
  }

  /// Returns a service that plays in real time.
  private func timedService() -> MPVMusicService {
    MPVMusicService(environment: environment, options: ["--ao=null"])
  }

  /// Returns the entry of a file with some content.
  private func entry(_ bytes: [UInt8], _ name: String = "a.wav", id: Int = 1) throws -> QueueEntry {
    try sandbox.write(bytes, to: name)
    return try .at("file://\(sandbox.store.string)/\(name)", id: id)
  }

  /// Returns a server with an answer for each path; other paths are not found.
  private func server(_ answers: [String: WebReply]) throws -> WebServer {
    let missing = WebReply([.send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)), .close])
    return try WebServer { answers[$0.target] ?? missing }
  }

  /// Returns an answer with some sound, or one that sends fewer bytes than announced.
  private func answer(_ sound: [UInt8], ofWhichSent sent: Int? = nil) -> WebReply {
    WebReply([.send(header(of: sound) + sound.prefix(sent ?? sound.count)), .close])
  }

  private func header(of sound: [UInt8]) -> [UInt8] {
    WebReply.header(200, [("Content-Type", "audio/wav"), ("Content-Length", "\(sound.count)")])
  }

  private func expectFailure(
    of address: String, _ expected: MusicServiceError, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let service = fastService()
    let log = ReportLog(of: service)
    service.setQueue([try .at(address)])
    try service.play()
    #expect(try log.next() == .failed(1, expected), sourceLocation: sourceLocation)
  }

  @Test func `a file is played to its end`() throws {
    let service = fastService()
    let log = ReportLog(of: service)
    service.setQueue([try entry(.sine(seconds: 0.3), "Ö -x %20#1.wav")])
    #expect(throws: MusicServiceError.self) { try service.play() }
    let escaped = "file://\(sandbox.store.string)/Ö%20-x %2520%231.wav"
    service.setQueue([try .at(escaped, id: 2)])
    try service.play()
    #expect(try log.next() == .started(2))
    #expect(try log.next() == .ended(2))
    #expect(service.duration == .milliseconds(300))
    #expect(service.position == .milliseconds(300))
  }

  @Test func `pause, resume, seek, skip and stop`() throws {
    let service = timedService()
    let log = ReportLog(of: service)
    let minute = try entry(.sine(seconds: 60))
    service.setQueue([minute, QueueEntry(id: 2, episode: minute.episode), QueueEntry(id: 3, episode: minute.episode)])
    try service.play()
    #expect(try log.next() == .started(1))
    service.pause()
    service.seek(to: .seconds(30))
    #expect(service.position == .seconds(30))
    service.seek(to: .milliseconds(59_900))
    try service.play()
    #expect(try log.next() == .ended(1))
    // The second starts near its end, because of the seek before it is loaded.
    try service.skip()
    service.seek(to: .milliseconds(59_900))
    #expect(try log.next() == .started(2))
    #expect(try log.next() == .ended(2))
    try service.skip()
    #expect(try log.next() == .started(3))
    service.stop()
    #expect(service.position == .zero)
    #expect(log.rest.isEmpty)
  }

  @Test func `an episode starts at the saved position`() throws {
    let service = timedService()
    let log = ReportLog(of: service)
    service.setQueue([try entry(.sine(seconds: 60))])
    service.seek(to: .seconds(59.8))
    try service.play()
    #expect(try log.next() == .started(1))
    #expect(service.position >= .seconds(59))
    #expect(try log.next() == .ended(1))
  }

  @Test(arguments: [false, true]) func `seeking past the end finishes the entry`(whileLoading: Bool) throws {
    let service = timedService()
    let log = ReportLog(of: service)
    service.setQueue([try entry(.sine(seconds: 4))])
    if !whileLoading { service.seek(to: .seconds(10)) }
    try service.play()
    if whileLoading { service.seek(to: .seconds(10)) }
    // mpv may find the end before it starts playing.
    let first = try log.next()
    let last = first == .started(1) ? try log.next() : first
    #expect(last == .ended(1))
  }

  @Test func `a file without sound is not played`() throws {
    let noFormat = MusicServiceError.notPlayable("it has an unknown format")
    let path = "file://\(sandbox.store.string)/"
    try sandbox.write("hello, world\n", to: "text.mp3")
    try expectFailure(of: path + "text.mp3", noFormat)
    try sandbox.write("", to: "empty.mp3")
    try expectFailure(of: path + "empty.mp3", noFormat)
    try sandbox.write(.sine(seconds: 0), to: "silent.wav")
    try expectFailure(of: path + "silent.wav", .notPlayable("it contains no sound"))
  }

  @Test func `lists of other addresses are not followed`() throws {
    let server = try server(["/a.wav": answer(.sine(seconds: 0.1))])
    let sound = server.address("/a.wav")
    try sandbox.write(.sine(seconds: 0.1), to: "a.wav")
    let lists = [
      "list.m3u": "#EXTM3U\n\(sound)\n", "list.mp3": "#EXTM3U\n\(sound)\n", "list.pls": "[playlist]\nFile1=\(sound)\n",
      "edl.mp3": "# mpv EDL v0\n\(sound)\n", "concat.mp3": "ffconcat version 1.0\nfile a.wav\n",
      "cue.cue": "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n",
      "hls.mp3": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n\(sound)\n#EXT-X-ENDLIST\n",
    ]
    let service = fastService()
    let log = ReportLog(of: service)
    for (number, list) in lists.enumerated() {
      service.setQueue([try entry(Array(list.value.utf8), list.key, id: number)])
      try service.play()
      guard case .failed(number, .notPlayable) = try log.next() else {
        Issue.record("\(list.key) was played")
        continue
      }
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a server answers, redirects, or has no file`() throws {
    let sine = [UInt8].sine(seconds: 0.3)
    try sandbox.write(sine, to: "a.wav")
    let server = try server([
      "/a.wav": answer(sine), "/elsewhere": .redirect(302, to: "/a.wav"),
      "/file": .redirect(302, to: "file://\(sandbox.store.string)/a.wav"), "/%C3%B6%20b.wav": answer(sine),
    ])
    let service = fastService()
    let log = ReportLog(of: service)
    for (id, path) in ["/a.wav", "/elsewhere", "/ö b.wav"].enumerated() {
      service.setQueue([try .at(server.address(path), id: id)])
      try service.play()
      #expect(try log.next() == .started(id))
      #expect(try log.next() == .ended(id))
    }
    try expectFailure(of: server.address("/none"), .notPlayable("HTTP error 404 Not Found"))
    try expectFailure(of: server.address("/file"), .notPlayable("it cannot be opened"))
    let closed = "http://127.0.0.1:1/a.wav"
    try expectFailure(
      of: closed, .notPlayable("Connection to tcp://127.0.0.1:1 failed: Connection refused"))
  }

  @Test(.enabled(if: opensslIsInstalled, "openssl is not installed: HTTPS was not tested"))
  func `certificates are verified`() throws {
    let sound = [UInt8].sine(seconds: 0.3)
    try sandbox.write(header(of: sound) + sound, to: "a.wav")
    let server = try SecureServer(of: sandbox)
    let stranger = MPVMusicService(environment: environment, options: ["--ao=null", "--ao-null-untimed"])
    let friend = MPVMusicService(
      environment: environment.merging(["SSL_CERT_FILE": server.certificate]) { $1 },
      options: ["--ao=null", "--ao-null-untimed"])
    for (service, reports) in [
      (friend, [.started(1), .ended(1)]),
      (stranger, [.failed(1, .notPlayable("Peer certificate failed verification"))]),
    ] as [(MPVMusicService, [MusicServiceReport])] {
      let log = ReportLog(of: service)
      service.setQueue([try .at("\(server.address)/a.wav")])
      try service.play()
      for report in reports { #expect(try log.next() == report) }
    }
  }

  @Test func `a truncated answer is a failure`() throws {
    let sine = [UInt8].sine(seconds: 2)
    let server = try server(["/a.wav": answer(sine, ofWhichSent: sine.count / 2)])
    let service = timedService()
    let log = ReportLog(of: service)
    service.setQueue([try .at(server.address("/a.wav"))])
    try service.play()
    #expect(try log.next() == .started(1))
    guard case .failed(1, .notPlayable(let reason)) = try log.next() else {
      Issue.record("it was heard to the end")
      return
    }
    #expect(reason.hasPrefix("the connection was lost: "))
  }

  @Test func `without a device there is no sound`() throws {
    let service = MPVMusicService(environment: environment, options: ["--ao=pcm", "--ao-pcm-file=/nowhere/a"])
    let log = ReportLog(of: service)
    service.setQueue([try entry(.sine(seconds: 0.3))])
    try service.play()
    #expect(try log.next() == .failed(1, .unavailable("mpv finds no audio device")))
  }

  @Test func `a killed mpv is reported and started again`() throws {
    let program = MPVProgram(environment: environment, options: ["--ao=null"])
    let processes = Recorder<MPVProcess>()
    let service = MPVMusicService { () throws(MusicServiceError) in
      let (socket, process) = try program.start()
      processes.record(process)
      return (socket, process)
    }
    let log = ReportLog(of: service)
    let minute = try entry(.sine(seconds: 60))
    service.setQueue([minute])
    try service.play()
    #expect(try log.next() == .started(1))
    processes.values.last?.end()
    #expect(try log.next() == .failed(1, .unavailable("mpv has exited")))
    service.setQueue([QueueEntry(id: 2, episode: minute.episode)])
    try service.play()
    #expect(try log.next() == .started(2))
    #expect(processes.values.count == 2)
  }

  @Test func `mpv exits when its parent is gone`() throws {
    let (socket, process) = try MPVProgram(environment: environment, options: ["--ao=null"]).start()
    // The system does this for a killed process.
    try socket.descriptor.close()
    #expect(try process.release() == 0)
  }

  @Test func `mpv has the speed and the volume that were set`() throws {
    let service = MPVMusicService(
      environment: environment, options: ["--ao=null", "--ao-null-untimed", "--speed=2", "--volume=55"])
    let log = ReportLog(of: service)
    let tone = try entry(.sine(seconds: 0.3))
    service.setQueue([tone])
    service.setVolume(Volume(clamping: 30))
    try service.play()
    #expect(try log.next() == .started(1))
    // The speed is that of the options, the volume the one that was set.
    #expect(service.speed.rawValue == 2 && service.volume.rawValue == 30)
    #expect(try log.next() == .ended(1))
    service.setSpeed(PlaybackSpeed(clamping: 4))
    service.setQueue([QueueEntry(id: 2, episode: tone.episode)])
    try service.play()
    #expect(try log.next() == .started(2))
    #expect(service.speed.rawValue == 4)
    #expect(try log.next() == .ended(2))
  }
}

extension [UInt8] {
  /// Returns a WAV file with a tone: 8,000 samples per second, of 16 bits.
  fileprivate static func sine(seconds: Double) -> [UInt8] {
    let samples = (0..<Int(seconds * 8000)).map { Int16(8000 * sin(Double($0) / 3)) }
    var bytes = Array("RIFF".utf8)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      Swift.withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(UInt32(36 + samples.count * 2))
    bytes += Array("WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))  // PCM
    append(UInt16(1))  // channel
    append(UInt32(8000))
    append(UInt32(16_000))  // bytes per second
    append(UInt16(2))  // bytes per sample
    append(UInt16(16))  // bits per sample
    bytes += Array("data".utf8)
    append(UInt32(samples.count * 2))
    for sample in samples { append(sample) }
    return bytes
  }
}
