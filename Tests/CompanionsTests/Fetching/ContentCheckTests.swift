import Companions
import Testing

@testable import mixtape_fetch

/// Which responses can be episodes.
struct ContentCheckTests {
  private static let gzip: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]

  /// Returns what a complete content is refused as; `nil` if it is accepted.
  private func refusal(_ bytes: [UInt8], type: String = "audio/mpeg", encoding: String = "") -> FetchError? {
    switch ContentCheck(type: type, encoding: encoding, beginning: bytes, isComplete: true) {
    case .accepted: nil
    case .refused(let error): error
    case .undecided: FetchError(.other, text: "undecided")
    }
  }

  @Test(
    arguments: [
      // PodFetch 82, airsonic-advanced 502: error pages under the type of a sound.
      ("<!DOCTYPE html>\n<html lang=\"en\"><pre>Cannot GET /play/1.m4a</pre></html>", .webPage, ""),
      ("\r\n\u{FEFF}<HTML><TITLE>Moved</TITLE></HTML>", .webPage, ""),
      ("<?xml version=\"1.0\"?><!DOCTYPE html><html/>", .webPage, ""),
      ("<script>location = '/login'</script>", .webPage, ""),
      // gonic 639: new episodes of a paid feed are `{}`.
      ("{}", .otherDocument, "JSON"), ("{\n  \"error\": \"expired\"}", .otherDocument, "JSON"),
      ("[{\"message\": \"sign in\"}]", .otherDocument, "JSON"),
      ("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", .otherDocument, "XML"),
    ] as [(String, FetchError.Code, String)])
  func `documents are no sounds, whatever their type`(text: String, code: FetchError.Code, name: String) {
    for type in ["audio/mpeg", "application/octet-stream", ""] {
      #expect(refusal(Array(text.utf8), type: type) == FetchError(code, text: name))
    }
  }

  @Test(
    arguments: [
      ("text/html", .webPage), ("application/xhtml+xml", .webPage), ("application/json", .otherDocument),
      ("application/problem+json", .otherDocument), ("text/xml", .otherDocument), ("audio/mpeg", nil),
      ("text/plain", nil), ("", nil),
    ] as [(String, FetchError.Code?)])
  func `the type decides about other texts`(type: String, code: FetchError.Code?) {
    #expect(refusal(Array("try again later".utf8), type: type)?.code == code)
  }

  // AntennaPod 1627: sounds that the server has compressed cannot be continued or played.
  @Test(
    arguments: [
      (gzip, "gzip", "gzip"), (gzip, "", "gzip"), ([0x28, 0xB5, 0x2F, 0xFD, 4, 0, 0, 0], "", "zstd"),
      (Array("\u{8B}\u{05}sound".utf8), "br", "br"), ([0x78, 0x9C, 1, 2, 3, 4, 5, 6], "identity, deflate", "deflate"),
    ] as [([UInt8], String, String)])
  func `compressed contents`(bytes: [UInt8], encoding: String, name: String) {
    #expect(refusal(bytes, encoding: encoding) == FetchError(.compressed, text: name))
  }

  private static let sounds: [[UInt8]] =
    [
      "ID3\u{03}\u{00}\u{00}", "OggS\u{00}\u{02}", "fLaC\u{00}", "RIFF\u{24}\u{00}\u{00}\u{00}WAVE", "FORM\u{00}AIFF",
      "\u{00}\u{00}\u{00}\u{20}ftypM4A ", "MAC \u{96}\u{0F}", "wvpk\u{00}", "#!AMR\n", "caff\u{00}",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0], [0xFF, 0xF3, 0x40, 0xC0, 0, 0, 0, 0], [0xFF, 0xE3, 0x18, 0xC4, 0, 0, 0, 0],
      [0xFF, 0xFD, 0xA4, 0x04, 0, 0, 0, 0], [0xFF, 0xF1, 0x50, 0x80, 0, 0, 0, 0], [0xFF, 0xF9, 0x50, 0x80, 0, 0, 0, 0],
      [0x1A, 0x45, 0xDF, 0xA3, 1, 0, 0, 0], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
    ]

  // AntennaPod 2016 and 2539: sounds under a type of text. Scripts in PHP have the type of a web page by default.
  @Test(arguments: sounds)
  func `sounds are sounds, whatever the header says`(bytes: [UInt8]) {
    for type in ["audio/mpeg", "text/html", "application/json", "text/plain"] {
      for encoding in ["", "gzip", "none", "utf-8"] { #expect(refusal(bytes, type: type, encoding: encoding) == nil) }
    }
  }

  @Test(arguments: [
    Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3], [0x47, 0x40, 0x00, 0x10, 0, 0, 0xB0, 0x0D],
    Array("PK\u{03}\u{04}".utf8), Array("sound".utf8), Array("[playlist]\nFile1=a.mp3\n".utf8),
    Array("#EXTM3U\nhttps://example.org/a.mp3\n".utf8), Array("{\\rtf1\\ansi text}".utf8), Array("<3".utf8), [7],
    [UInt8](repeating: 7, count: 600),
  ])
  func `other files are accepted`(bytes: [UInt8]) { #expect(refusal(bytes) == nil) }

  @Test func `a document is recognized however its bytes arrive`() {
    let text = Array("  <!-- moved -->\n<html><body>".utf8) + [UInt8](repeating: 0x20, count: 600)
    for count in 1..<text.count {
      switch ContentCheck(type: "audio/mpeg", encoding: "", beginning: text.prefix(count), isComplete: false) {
      case .undecided: #expect(count < ContentCheck.sufficientCount)
      case .refused(let error): #expect(error.code == .webPage && count >= ContentCheck.sufficientCount)
      case .accepted: Issue.record("accepted after \(count) bytes")
      }
    }
  }

  @Test func `a sound is accepted with its first bytes`() {
    for bytes in Self.sounds {
      let check = ContentCheck(type: "audio/mpeg", encoding: "", beginning: bytes, isComplete: false)
      if bytes.count >= 8, case .accepted = check { continue }
      if bytes.count < 8, case .undecided = check { continue }
      Issue.record("\(bytes)")
    }
  }
}
