import Testing

@testable import MixtapePlayer

/// Lines to and from mpv. Lines of mpv are those of version 0.35.1.
@Suite struct MPVLinesTests {
  @Test(
    arguments: [
      (.requestLog, #"{"command":["request_log_messages","warn"],"request_id":7}"#),
      (.observe(.position), #"{"command":["observe_property",2,"time-pos"],"request_id":7}"#),
      (.setPause(true), #"{"command":["set_property","pause",true],"request_id":7}"#),
      (.seek(.milliseconds(1500)), #"{"command":["seek",1.5,"absolute+exact"],"request_id":7}"#),
      (.stop, #"{"command":["stop"],"request_id":7}"#),
      (
        .load("/a \"b\"\\\n{", start: .milliseconds(61_007)),
        #"{"command":{"flags":"replace","name":"loadfile","options":{"start":"61.007"},"url":"/a \"b\"\\\n{"},"request_id":7}"#
      ),
      (
        .load("https://example.org/ä", start: .seconds(3_000_000)),
        #"{"command":{"flags":"replace","name":"loadfile","options":{"start":"3000000.000"},"url":"https://example.org/ä"},"request_id":7}"#
      ),
    ] as [(MPVCommand, String)]) func `commands to mpv`(command: MPVCommand, line: String)
  {
    #expect(String(decoding: command.line(request: 7), as: UTF8.self) == line + "\n")
  }

  @Test(
    arguments: [
      (#"{"request_id":7,"error":"success"}"#, .reply(request: 7, error: nil, file: nil)),
      (#"{"data":{"playlist_entry_id":2},"request_id":7,"error":"success"}"#, .reply(request: 7, error: nil, file: 2)),
      (#"{"data":null,"request_id":7,"error":"success"}"#, .reply(request: 7, error: nil, file: nil)),
      (#"{"data":"mpv 0.35.1","request_id":7,"error":"success"}"#, .reply(request: 7, error: nil, file: nil)),
      (#"{"data":[{"a":1}],"request_id":7,"error":"success"}"#, .reply(request: 7, error: nil, file: nil)),
      (#"{"request_id":7,"error":"invalid parameter"}"#, .reply(request: 7, error: "invalid parameter", file: nil)),
      (#"{"event":"start-file","playlist_entry_id":1}"#, .fileStarted(1)),
      (#"{"event":"file-loaded"}"#, .fileLoaded),
      (#"{"event":"playback-restart"}"#, .restarted),
      (#"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#, .fileEnded(1, .reachedEnd)),
      (#"{"event":"end-file","reason":"stop","playlist_entry_id":1}"#, .fileEnded(1, .replaced)),
      (#"{"event":"end-file","reason":"redirect","playlist_entry_id":1}"#, .fileEnded(1, .redirected)),
      (
        #"{"event":"end-file","reason":"error","playlist_entry_id":2,"file_error":"loading failed"}"#,
        .fileEnded(2, .failed("loading failed"))
      ),
      (#"{"event":"property-change","id":1,"name":"pause","data":false}"#, .pause(false)),
      (#"{"event":"property-change","id":2,"name":"time-pos","data":4.042075}"#, .position(.milliseconds(4042))),
      (#"{"event":"property-change","id":2,"name":"time-pos"}"#, .position(nil)),
      (#"{"event":"property-change","id":2,"name":"time-pos","data":-0.5}"#, .position(.zero)),
      (#"{"event":"property-change","id":2,"name":"time-pos","data":1e300}"#, .position(.seconds(1_000_000_000))),
      (#"{"event":"property-change","id":2,"name":"time-pos","data":"4"}"#, .position(nil)),
      (#"{"event":"property-change","id":3,"name":"duration","data":5.000000}"#, .duration(.seconds(5))),
      (#"{"event":"property-change","id":4,"name":"current-ao","data":"null"}"#, .output(true)),
      (#"{"event":"property-change","id":4,"name":"current-ao"}"#, .output(false)),
      (#"{"event":"property-change","id":7,"name":"chapter-list","data":[]}"#, .chapters(.none)),
      (#"{"event":"property-change","id":7,"name":"chapter-list"}"#, .chapters(.none)),
      (#"{"event":"property-change","id":7,"name":"chapter-list","data":"none"}"#, .chapters(.none)),
      (
        #"{"event":"property-change","id":7,"name":"chapter-list","data":[{"title":"Märchen","time":2.000000},{"time":0.0}]}"#,
        .chapters(ChapterList([Chapter(at: .zero), Chapter("Märchen", at: .seconds(2))]))
      ),
      (
        #"{"event":"property-change","id":7,"data":[{"title":"a","time":-3},{"title":7,"time":1},7,{"title":"b"},{"title":"c","time":9.5}]}"#,
        .chapters(
          ChapterList([Chapter("a", at: .zero), Chapter(at: .seconds(1)), Chapter("c", at: .milliseconds(9500))]))
      ),
      (
        #"{"event":"log-message","prefix":"ffmpeg","level":"warn","text":"http: HTTP error 404 Not Found\n"}"#,
        .log(part: "ffmpeg", text: "http: HTTP error 404 Not Found\n")
      ),
    ] as [(String, MPVMessage)]) func `messages of mpv`(line: String, message: MPVMessage)
  {
    #expect(MPVMessage(line: Array(line.utf8)) == message)
  }

  @Test(arguments: [
    "", "not json", "{", "[]", "7", "null", "{}", #"{"error":"success"}"#, #"{"request_id":7}"#,
    #"{"request_id":"7","error":"success"}"#, #"{"request_id":1e99,"error":"success"}"#,
    #"{"request_id":7,"error":false}"#, #"{"event":7}"#, #"{"event":"idle"}"#, #"{"event":"audio-reconfig"}"#,
    #"{"event":"start-file"}"#, #"{"event":"start-file","playlist_entry_id":1.5}"#,
    #"{"event":"property-change","id":9,"data":1}"#, #"{"event":"property-change","id":1,"data":1}"#,
    #"{"event":"property-change","id":2,"name":"time-pos","data":nan}"#, #"{"event":"end-file","reason":"eof"}"#,
    #"{"event":"never heard of"}"#, String(repeating: "[", count: 60_000),
  ]) func `unknown messages are ignored`(line: String) {
    #expect(MPVMessage(line: Array(line.utf8)) == nil)
  }

  @Test func `text that is not UTF-8 is accepted`() {
    let line = Array(#"{"event":"log-message","prefix":"file","text":"a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8)
    #expect(MPVMessage(line: line) == .log(part: "file", text: "a\u{FFFD}b"))
  }
}
