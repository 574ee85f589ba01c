import MixtapeModel
import TestSupport
import Testing

@Suite struct AddressReferenceTests {
  @Test(
    arguments: [
      (
        "https://me:p@ss@example.org:8080/a/b?c=/d#e?f", ["https", "me:p@ss@example.org:8080", "/a/b", "?c=/d", "#e?f"]
      ),
      ("HTTP://Example.org?x", ["http", "Example.org", "", "?x", ""]), ("file:/a", ["file", nil, "/a", "", ""]),
      ("file:///a", ["file", "", "/a", "", ""]), ("//h/a", [nil, "h", "/a", "", ""]),
      ("a/b:c", [nil, nil, "a/b:c", "", ""]),
      ("mailto:a@b", ["mailto", nil, "a@b", "", ""]), ("example.org:80/f", [nil, nil, "example.org:80/f", "", ""]),
      ("", [nil, nil, "", "", ""]), ("#", [nil, nil, "", "", "#"]), ("1x:a", [nil, nil, "1x:a", "", ""]),
    ] as [(String, [String?])])
  func `parts`(text: String, parts: [String?]) {
    let address = AddressReference(text)
    let found = [address.scheme, address.authority.map(String.init)]
    #expect(found + [address.path, address.query, address.fragment].map(String.init) == parts)
  }

  @Test(
    arguments: [
      ("https://me:p@ss@example.org:8080/a@b", "example.org:8080", "example.org", "https://example.org:8080/a@b"),
      ("https://@h", "h", "h", "https://h"), ("http://u@[::1]:80/", "[::1]:80", "[::1]", "http://[::1]:80/"),
      ("http://h?a@b", "h", "h", "http://h?a@b"), ("mailto:a@b", nil, nil, "mailto:a@b"), ("//u@h/", "h", "h", "//h/"),
    ] as [(String, String?, String?, String)])
  func `hosts and secrets`(text: String, port: String?, host: String?, public: String) {
    let address = AddressReference(text)
    #expect(address.hostAndPort.map(String.init) == port && address.host.map(String.init) == host)
    #expect(address.withoutCredentials == `public` && address.hasCredentials == (`public` != text))
  }

  @Test(
    arguments: [
      ("https://h/a/b%20c.MP3?x.y", "b c.MP3", "mp3"), ("https://h.org", nil, nil), ("https://h.org/?a.b", nil, nil),
      ("https://h/a.tar/", "a.tar", "tar"), ("a.b.opus", "a.b.opus", "opus"), ("/.mp3", ".mp3", nil),
      ("/a.longer", "a.longer", nil), ("/%ff", "%ff", nil),
    ] as [(String, String?, String?)])
  func `names of files`(text: String, name: String?, ending: String?) {
    let address = AddressReference(text)
    #expect(address.fileName == name && address.fileExtension == ending)
  }

  @Test(
    arguments: [
      ("file:///a%20b", "/a b"), ("FILE://LocalHost/a", "/a"), ("file:/a", "/a"), ("file:a", nil), ("file://h/a", nil),
      ("file:///a?b", nil), ("file:///a#b", nil), ("/a", nil), ("https:///a", nil),
    ] as [(String, String?)])
  func `files of this machine`(text: String, path: String?) {
    #expect(AddressReference(text).localPath?.lenientText == path)
  }

  @Test func `the parts are the text`() {
    var generator = SeededGenerator()
    let pieces = ["http", "a", ":", "/", "//", "?", "#", "@", "é", "\u{301}", " ", "%", ".", "[", "]"]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator))
        .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      let address = AddressReference(text)
      let start = address.scheme.map { "\($0):" } ?? ""
      let joined =
        start + (address.authority.map { "//\($0)" } ?? "") + address.path + address.query + address.fragment
      #expect(joined.utf8.elementsEqual(text.utf8), generator.comment)
      #expect(!AddressReference(address.withoutCredentials).hasCredentials, generator.comment)
    }
  }
}
