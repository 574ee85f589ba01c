import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

@Suite struct MPVPlaybackTests {
  private var mpv: MPVConversation
  private let queue: [QueueEntry]

  init() throws {
    mpv = try MPVConversation()
    queue = try (1...3).map { try QueueEntry.at("http://localhost/\($0)", id: $0) }
    mpv.playback.setQueue(queue, at: .zero)
  }

  @Test mutating func `the first entry is loaded, starts, and ends`() throws {
    #expect(mpv.told().isEmpty)
    try mpv.playback.play(at: .zero)
    #expect(mpv.told() == ["load http://localhost/1"])
    mpv.begin()
    #expect(mpv.playback.takeReports() == [.started(1)])
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":12.5}"#)
    #expect(mpv.playback.position == .seconds(12.5))
    #expect(mpv.playback.duration == .seconds(100))
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":99.9}"#)
    mpv.end("eof")
    #expect(mpv.playback.takeReports() == [.ended(1)])
    // It does not play the next one by itself, and reports the end once.
    mpv.end("eof")
    mpv.say(#"{"event":"idle"}"#)
    try mpv.playback.play(at: .zero)
    #expect(mpv.told().isEmpty && mpv.playback.takeReports().isEmpty)
  }

  @Test mutating func `the chapters are those of the loaded file`() throws {
    let list = #"{"event":"property-change","id":7,"name":"chapter-list","data":[{"title":"One","time":0.0}]}"#
    let none = #"{"event":"property-change","id":7,"name":"chapter-list","data":[]}"#
    let chapters = ChapterList([Chapter("One", at: .zero)])
    mpv.say(none)
    try mpv.play()
    #expect(mpv.playback.chapters.isEmpty)
    mpv.say(list)
    #expect(mpv.playback.chapters == chapters)
    try mpv.playback.skip(at: .zero)
    #expect(mpv.playback.chapters.isEmpty)
    // mpv reports no change if the next file has the same chapters.
    mpv.begin()
    #expect(mpv.playback.chapters == chapters)
    mpv.end("eof")
    #expect(mpv.playback.chapters == chapters)
    mpv.say(none)
    #expect(mpv.playback.chapters.isEmpty)
    mpv.say(list)
    mpv.playback.disconnect("mpv has exited")
    mpv.playback.connect(at: .zero)
    #expect(mpv.playback.chapters.isEmpty)
  }

  @Test mutating func `a file of this machine is played instead of the address, once it is there`() throws {
    let downloaded = Recorder<Int>()
    mpv = try MPVConversation { episode in
      episode.url == "http://localhost/2" && !downloaded.values.isEmpty ? "/downloads/2.mp3" : nil
    }
    mpv.playback.setQueue(queue, at: .zero)
    try mpv.playback.play(at: .zero)
    #expect(mpv.told() == ["load http://localhost/1"])
    downloaded.record(1)
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["load /downloads/2.mp3"])
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["load http://localhost/3"])
  }

  @Test mutating func `skipping loads the next one in place of the first`() throws {
    try mpv.play()
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["load http://localhost/2"])
    // Later messages about the first entry are out of date.
    mpv.say(#"{"event":"playback-restart"}"#, #"{"event":"end-file","reason":"stop","playlist_entry_id":1}"#)
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":50.0}"#)
    #expect(mpv.playback.takeReports() == [.started(1)])
    #expect(mpv.playback.position == .zero)
    mpv.begin()
    #expect(mpv.playback.takeReports() == [.started(2)])
    try mpv.playback.skip(at: .zero)
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["load http://localhost/3", "stop"])
  }

  @Test mutating func `a queue with the same first entry plays on, and with another one stops`() throws {
    try mpv.play()
    mpv.playback.setQueue([queue[0], queue[2]], at: .zero)
    #expect(mpv.told().isEmpty)
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["load http://localhost/3"])
    mpv.playback.setQueue(queue, at: .zero)
    #expect(mpv.told() == ["stop"])
    mpv.playback.stop(at: .zero)
    try mpv.playback.play(at: .zero)
    #expect(mpv.told().isEmpty)
  }

  @Test mutating func `a pause keeps the position`() throws {
    mpv.playback.pause(at: .zero)
    #expect(mpv.told().isEmpty)
    try mpv.play()
    mpv.playback.pause(at: .zero)
    mpv.playback.pause(at: .zero)
    #expect(mpv.told() == ["pause"])
    mpv.answer()
    mpv.say(#"{"event":"property-change","id":1,"name":"pause","data":true}"#)
    try mpv.playback.play(at: .zero)
    #expect(mpv.told() == ["unpause"])
    #expect(mpv.playback.takeReports() == [.started(1)])
  }

  @Test mutating func `an entry paused while it loads starts when it is resumed`() throws {
    try mpv.playback.play(at: .zero)
    mpv.playback.pause(at: .zero)
    mpv.begin()
    #expect(mpv.playback.takeReports().isEmpty)
    try mpv.playback.play(at: .zero)
    #expect(mpv.playback.takeReports() == [.started(1)])
  }

  @Test mutating func `the next one does not inherit a pause`() throws {
    try mpv.play()
    mpv.playback.pause(at: .zero)
    _ = mpv.told()
    try mpv.playback.skip(at: .zero)
    #expect(mpv.told() == ["unpause", "load http://localhost/2"])
  }

  @Test mutating func `another client pauses and resumes`() throws {
    try mpv.play()
    mpv.say(#"{"event":"property-change","id":1,"name":"pause","data":true}"#)
    mpv.say(#"{"event":"property-change","id":1,"name":"pause","data":false}"#)
    #expect(mpv.playback.takeReports() == [.started(1), .paused(1), .resumed(1)])
    // Messages from before the pause are out of date.
    mpv.playback.pause(at: .zero)
    mpv.say(#"{"event":"property-change","id":1,"name":"pause","data":false}"#)
    #expect(mpv.playback.takeReports().isEmpty)
  }

  @Test mutating func `seeking before, during and after loading`() throws {
    mpv.playback.seek(to: .seconds(7), at: .zero)
    #expect(mpv.playback.position == .seconds(7))
    try mpv.playback.play(at: .zero)
    #expect(mpv.told() == ["load http://localhost/1 from 7"])
    mpv.playback.seek(to: .seconds(8), at: .zero)
    #expect(mpv.told().isEmpty)
    mpv.load()
    #expect(mpv.told() == ["seek 8"])
    // The position before the seek is ignored.
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":7.1}"#)
    #expect(mpv.playback.position == .seconds(8))
    mpv.answer()
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":8.1}"#)
    #expect(mpv.playback.position == .milliseconds(8100))
    mpv.playback.seek(to: .seconds(-5), at: .zero)
    #expect(mpv.told() == ["seek 0"])
    #expect(mpv.playback.position == .zero)
    // An entry that is not seekable plays on.
    mpv.answer("error running command")
    mpv.say(#"{"event":"property-change","id":2,"name":"time-pos","data":8.2}"#)
    #expect(mpv.playback.position == .milliseconds(8200))
    #expect(mpv.playback.takeReports().isEmpty)
  }

  @Test(arguments: ["before", "while"]) mutating func `seeking past the end ends the entry`(loading: String) throws {
    if loading == "before" { mpv.playback.seek(to: .seconds(200), at: .zero) }
    try mpv.playback.play(at: .zero)
    if loading == "while" { mpv.playback.seek(to: .seconds(200), at: .zero) }
    mpv.load()
    mpv.answerAll()
    mpv.say(
      #"{"event":"property-change","id":3,"name":"duration","data":100.0}"#,
      #"{"event":"property-change","id":2,"name":"time-pos","data":200.0}"#, #"{"event":"playback-restart"}"#)
    mpv.fail("no audio or video data played")
    #expect(mpv.playback.takeReports() == [.started(1), .ended(1)] && mpv.playback.position == .seconds(100))
  }

  @Test mutating func `the end may come before the duration`() throws {
    mpv.playback.seek(to: .seconds(200), at: .zero)
    try mpv.playback.play(at: .zero)
    mpv.load()
    mpv.fail("no audio or video data played")
    #expect(mpv.playback.takeReports().last == .ended(1))
  }

  @Test mutating func `a file without sound fails`() throws {
    try mpv.playback.play(at: .zero)
    mpv.playback.seek(to: .seconds(200), at: .zero)
    mpv.load()
    mpv.fail("no audio or video data played")
    #expect(mpv.playback.takeReports() == [.failed(1, .notPlayable("it contains no sound"))])
  }

  @Test mutating func `nothing starts without a device`() throws {
    mpv = try MPVConversation(hasOutput: false)
    mpv.playback.setQueue(queue, at: .zero)
    try mpv.play()
    #expect(mpv.playback.takeReports().isEmpty)
    mpv.fail("audio output initialization failed")
    #expect(mpv.playback.takeReports() == [.failed(1, .unavailable("mpv finds no audio device"))])
  }

  @Test(arguments: [
    ("loading failed", "ffmpeg", "http: HTTP error 404 Not Found\\n", "HTTP error 404 Not Found"),
    (
      "loading failed", "file", "Cannot open file '/a': Permission denied\\n",
      "Cannot open file '/a': Permission denied"
    ),
    ("loading failed", "stream", "Failed to open http://user:word@localhost/1.\\n", "it cannot be opened"),
    ("unrecognized file format", "ffmpeg", "http: odd\\n", "it has an unknown format"),
    ("no audio or video data played", "cplayer", "x", "it contains no sound"),
    ("something \\u001b[31mnew\\n", "cplayer", "x", "something [31mnew"),
    ("loading failed", "ffmpeg", "tcp: \\u001b]0;x\\u0007\\u202eabc", "]0;x\u{202E}abc"),
  ]) mutating func `the reason why an entry is not played`(error: String, part: String, text: String, reason: String)
    throws
  {
    try mpv.playback.play(at: .zero)
    mpv.answerAll()
    // About the previous entry.
    mpv.say(#"{"event":"log-message","prefix":"ffmpeg","level":"warn","text":"http: HTTP error 500 Oops\n"}"#)
    mpv.say(#"{"event":"start-file","playlist_entry_id":1}"#)
    mpv.say(#"{"event":"log-message","prefix":"\#(part)","level":"error","text":"\#(text)"}"#)
    mpv.say(#"{"event":"log-message","prefix":"stream","level":"error","text":"Failed to open it.\n"}"#)
    mpv.fail(error)
    _ = mpv.playback.expire(at: .seconds(1))
    #expect(mpv.playback.takeReports() == [.failed(1, .notPlayable(reason))])
  }

  @Test mutating func `the reason may come after the failure`() throws {
    try mpv.playback.play(at: .zero)
    mpv.answerAll()
    mpv.say(#"{"event":"start-file","playlist_entry_id":1}"#)
    mpv.fail("loading failed")
    #expect(mpv.playback.takeReports() == [] && mpv.playback.deadline == .milliseconds(250))
    mpv.say(#"{"event":"log-message","prefix":"ffmpeg","level":"warn","text":"http: HTTP error 500 Oops\n"}"#)
    mpv.say(#"{"event":"log-message","prefix":"ffmpeg","level":"warn","text":"http: HTTP error 501 Oops\n"}"#)
    _ = mpv.playback.expire(at: .seconds(1))
    #expect(mpv.playback.takeReports() == [.failed(1, .notPlayable("HTTP error 500 Oops"))])
  }

  @Test mutating func `a lost connection is a failure`() throws {
    let log =
      #"{"event":"log-message","prefix":"ffmpeg","level":"error","text":"http: Stream ends prematurely at 4, should be 8\n"}"#
    try mpv.play()
    mpv.say(log, #"{"event":"property-change","id":2,"name":"time-pos","data":50.0}"#)
    mpv.end("eof")
    try mpv.playback.skip(at: .zero)
    mpv.begin()
    mpv.say(log, #"{"event":"property-change","id":2,"name":"time-pos","data":99.0}"#)
    mpv.end("eof")
    let reason = "the connection was lost: Stream ends prematurely at 4, should be 8"
    #expect(mpv.playback.takeReports() == [.started(1), .failed(1, .notPlayable(reason)), .started(2), .ended(2)])
  }

  @Test mutating func `a list of addresses is not followed`() throws {
    try mpv.play()
    mpv.end("redirect")
    #expect(mpv.told() == ["stop"])
    #expect(mpv.playback.takeReports() == [.started(1), .failed(1, .notPlayable("it is a list of other addresses"))])
  }

  @Test mutating func `mpv refuses to load, or is too old`() throws {
    try mpv.playback.play(at: .zero)
    mpv.answer("invalid parameter")
    mpv.playback.setQueue([queue[1]], at: .zero)
    try mpv.playback.play(at: .zero)
    mpv.answer()
    #expect(
      mpv.playback.takeReports() == [
        .failed(1, .notPlayable("mpv cannot load it: invalid parameter")),
        .failed(2, .unavailable("this mpv is too old; version 0.33 or later is required")),
      ])
  }

  @Test mutating func `a missing file is another failure than an address that is not allowed`() throws {
    mpv.playback.setQueue([try .at("file:///nowhere/a.mp3", id: 9)], at: .zero)
    #expect(throws: MusicServiceError.missingFile(path: "/nowhere/a.mp3")) { try mpv.playback.play(at: .zero) }
  }

  @Test(arguments: [nil, "-option", "edl://a", "file:///nowhere/at all"]) mutating func `an address is never a command`(
    address: String?
  ) throws {
    let entry = try QueueEntry.at(address, id: 9)
    mpv.playback.setQueue([entry], at: .zero)
    #expect(throws: MusicServiceError.self) { try mpv.playback.play(at: .zero) }
    #expect(mpv.told().isEmpty)
    mpv.playback.setQueue([queue[0], entry], at: .zero)
    try mpv.play()
    #expect(throws: MusicServiceError.self) { try mpv.playback.skip(at: .zero) }
    #expect(mpv.told() == ["stop"])
  }

  @Test mutating func `an mpv that does not answer is given up`() throws {
    #expect(mpv.playback.deadline == nil)
    try mpv.playback.play(at: .seconds(1))
    #expect(mpv.playback.deadline == .seconds(16))
    let isGivenUp = [15.9, 16].map { mpv.playback.expire(at: .seconds($0)) }
    #expect(isGivenUp == [false, true])
    mpv.playback.disconnect("mpv does not answer")
    #expect(mpv.playback.takeReports() == [.failed(1, .unavailable("mpv does not answer"))])
    #expect(mpv.playback.deadline == nil)
  }

  @Test mutating func `an episode that sends no data fails`() throws {
    try mpv.playback.play(at: .zero)
    mpv.answerAll()
    mpv.say(#"{"event":"start-file","playlist_entry_id":1}"#)
    #expect(mpv.playback.deadline == .seconds(90))
    let isGivenUp = mpv.playback.expire(at: .seconds(90))
    #expect(!isGivenUp)
    #expect(mpv.told() == ["stop"])
    #expect(mpv.playback.takeReports() == [.failed(1, .notPlayable("it did not load in time"))])
    mpv.end("stop")
    #expect(mpv.playback.takeReports().isEmpty)
  }

  @Test mutating func `speed and volume are set at once and at each start of mpv`() throws {
    mpv.playback.setSpeed(PlaybackSpeed(clamping: 1.5), at: .zero)
    mpv.playback.setVolume(Volume(clamping: 40), at: .zero)
    #expect(mpv.told() == ["speed 1.5", "volume 40"])
    // A value from before the command is out of date.
    mpv.say(#"{"event":"property-change","id":5,"data":1.0}"#, #"{"event":"property-change","id":6,"data":100.0}"#)
    #expect(mpv.playback.speed.rawValue == 1.5 && mpv.playback.volume.rawValue == 40)
    mpv.answerAll()
    mpv.say(#"{"event":"property-change","id":5,"data":2.0}"#, #"{"event":"property-change","id":6,"data":129.6}"#)
    #expect(mpv.playback.speed.rawValue == 2 && mpv.playback.volume == .full)
    mpv.playback.disconnect("gone")
    mpv.playback.setSpeed(PlaybackSpeed(clamping: 3), at: .zero)
    #expect(mpv.told().isEmpty)
    mpv.playback.connect(at: .zero)
    #expect(mpv.told().suffix(2) == ["speed 3.0", "volume 40"])
  }

  @Test mutating func `invalid values of speed and volume are ignored`() {
    mpv.say(
      #"{"event":"property-change","id":5,"data":"fast"}"#, #"{"event":"property-change","id":6,"data":1e999}"#,
      #"{"event":"property-change","id":6,"data":-1e300}"#, #"{"event":"property-change","id":5}"#)
    #expect(mpv.playback.speed == .normal && mpv.playback.volume.rawValue == 0)
  }
}

@Suite struct SoundAddressFileTests {
  @Test func `a file must exist and be a regular file`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("sound", to: "a.mp3")
    let path = sandbox.store.string
    try sandbox.makeLink("link.mp3", to: "a.mp3")
    for name in ["a.mp3", "link.mp3"] {
      #expect(throws: Never.self) { try SoundAddress("file://\(path)/\(name)").checkFile() }
    }
    #expect(throws: MusicServiceError.missingFile(path: path + "/b.mp3")) {
      try SoundAddress("file://\(path)/b.mp3").checkFile()
    }
    #expect(throws: MusicServiceError.missingFile(path: path + "/a.mp3/b")) {
      try SoundAddress("file://\(path)/a.mp3/b").checkFile()
    }
    for other in [path, "/dev/null"] {
      #expect(throws: MusicServiceError.notPlayable("\(other) is not a file")) {
        try SoundAddress("file://\(other)").checkFile()
      }
    }
    #expect(throws: Never.self) { try SoundAddress("http://example.org").checkFile() }
  }
}
