import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

struct ScanTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture(with: ["library/podcast.toml": "title = \"Podcast\"\n"])
  }

  private var music: FilePath { fixture.sandbox.root.appending("music") }

  /// Writes a file with tags.
  private func write(_ path: String, _ tags: [(String, String)], seconds: UInt64 = 61) throws {
    let file = URL(fileURLWithPath: music.string).appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(SilentTrack.flac(tags, seconds: seconds)).write(to: file)
    // Changes are to show by the sizes only, so that no test depends on the clock.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: file.path)
  }

  /// Writes an album of some tracks.
  private func writeAlbum(_ title: String, by artist: String, _ tracks: [String]) throws {
    for (index, track) in tracks.enumerated() {
      try write(
        "\(artist)/\(title)/\(index + 1).flac",
        [
          ("TITLE", track), ("ALBUM", title), ("ARTIST", artist), ("ALBUMARTIST", artist),
          ("TRACKNUMBER", "\(index + 1)"),
          ("GENRE", "Ambient"), ("DATE", "2003"), ("FMPS_RATING", "0.8"),
        ])
    }
  }

  private func scan(_ arguments: String...) -> CommandFixture.Outcome {
    fixture.mixtape(["scan", music.string] + arguments)
  }

  @Test func `albums become files of the library`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    try writeAlbum("Lakes", by: "Bo", ["Shore"])
    let outcome = scan("--into", "music")
    #expect(outcome.status == .done, "\(outcome.errors)")
    #expect(outcome.output == "Added 2 albums: 3 tracks.\n  lakes: 1 track\n  weather: 2 tracks\n")
    #expect(outcome.errors == "")
    #expect(try fixture.shell("git log -1 --format=%s") == "Scan music: 2 albums added\n")
    #expect(try fixture.shell("git status --porcelain") == "")
    let text = try fixture.text(of: "library/music/weather.toml")
    #expect(text.hasPrefix("kind = \"album\"\ntitle = \"Weather\"\nauthor = \"Ann\"\ncategories = [\"Ambient\"]\n"))
    let path = music.appending("Ann/Weather/1.flac").string
    #expect(text.contains("id = \"001-rain\"\ntitle = \"Rain\"\n"))
    #expect(text.contains("url = \"file://\(path)\"\n"))
    for line in [
      "year = 2003", "rating = 4", "trackNumber = 1", "duration = 61", "sampleRate = 8000", "fileFormat = \"flac\"",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(fixture.mixtape(["check"]).status == .done)
    #expect(
      fixture.mixtape(["search", "--where", "rating = 4", "--where", "artist = \"Ann\""]).output.contains(
        "weather/001-rain"))
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(throws: (any Error).self) { try fixture.text(of: "library/music/weather.toml") }
    #expect(scan("--into", "music").output.hasPrefix("Added 2 albums: 3 tracks.\n"))
  }

  @Test func `a second scan changes what changed, and nothing else`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    let head = try fixture.shell("git rev-parse HEAD")
    let again = scan()
    #expect(again.status == .done)
    #expect(again.output == "")
    #expect(again.errors == "Nothing new.\n")
    #expect(try fixture.shell("git rev-parse HEAD") == head)
    #expect(fixture.mixtape(["episode", "rate", "weather/001-rain", "2"]).status == .done)
    let edited = try fixture.text(of: "library/weather.toml").replacing(
      "id = \"002-snow\"", with: "# mine\nid = \"002-snow\" # too")
    try fixture.sandbox.write(edited, to: "library/weather.toml")
    try writeAlbum("Weather", by: "Ann", ["Rain!", "Snow", "Fog"])
    let outcome = scan()
    #expect(
      outcome.output == "Updated weather: 1 new track.\n  weather: 1 new track, 1 changed track\n", "\(outcome.errors)")
    #expect(try fixture.shell("git log -1 --format=%s") == "Scan music: 1 album changed\n")
    let text = try fixture.text(of: "library/weather.toml")
    #expect(text.contains("id = \"001-rain\"\ntitle = \"Rain!\"\n"))
    #expect(text.contains("rating = 2"))
    #expect(text.contains("# mine\nid = \"002-snow\" # too\n"))
    #expect(text.contains("id = \"003-fog\""))
  }

  @Test func `edited values stay until the tags change them`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    let edit = ["set", "weather/001-rain", "--set", "title=My rain", "--set", "year=1999"]
    #expect(fixture.mixtape(edit).status == .done)
    // By hand, too.
    _ = try fixture.shell("sed -i 's/^title = \"Weather\"/title = \"My weather\"/' library/weather.toml")
    #expect(scan("--all").errors.hasSuffix("Nothing new.\n"))
    try writeAlbum("Weather", by: "Ann", ["Drizzle", "Snow"])
    for arguments in [["--dry-run"], []] {
      let outcome = fixture.mixtape(["scan", music.string] + arguments)
      let verb = arguments.isEmpty ? "replaced" : "would replace"
      #expect(
        outcome.errors.contains(
          "note: weather: the tags changed values that you had edited, and \(verb) yours: 001-rain (title)\n"),
        "\(outcome.errors)")
    }
    let text = try fixture.text(of: "library/weather.toml")
    #expect(text.contains("title = \"My weather\""))
    #expect(text.contains("title = \"Drizzle\""))
    #expect(text.contains("year = 1999"))
    #expect(scan("--overwrite").status == .done)
    #expect(try !fixture.text(of: "library/weather.toml").contains("1999"))
    #expect(try fixture.text(of: "library/weather.toml").contains("title = \"Weather\""))
  }

  @Test func `a scan after undo or restore makes the same changes again`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    try writeAlbum("Weather", by: "Ann", ["Drizzle", "Snow"])
    #expect(scan().status == .done)
    let text = try fixture.text(of: "library/weather.toml")
    for command in [["undo"], ["restore", "weather", "--at", "HEAD~3"]] {
      #expect(fixture.mixtape(command).status == .done)
      #expect(try fixture.text(of: "library/weather.toml").contains("title = \"Rain\""))
      let outcome = scan()
      #expect(outcome.output == "Updated weather.\n  weather: 1 changed track\n", "\(outcome.errors)")
      #expect(try fixture.text(of: "library/weather.toml") == text)
      #expect(scan().errors == "Nothing new.\n")
    }
  }

  @Test func `the report counts the tracks that change in the file`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    _ = try fixture.shell(
      "sed -i 's/^title = \"Weather\"/title = \"Mine\"/; s/^author = .*/author = \"Me\"/' library/weather.toml")
    #expect(scan("--overwrite", "--dry-run").output == "Would update weather.\n  weather: changed\n")
    #expect(scan("--overwrite").output == "Updated weather.\n  weather: changed\n")
    #expect(try fixture.shell("git show --format= --numstat") == "2\t2\tlibrary/weather.toml\n")
    _ = try fixture.shell(
      "sed -i 's/^title = \"Weather\"/title = \"Mine\"/; s/^title = \"Rain\"/title = \"My rain\"/' library/weather.toml"
    )
    #expect(scan("--overwrite").output == "Updated weather.\n  weather: 1 changed track\n")
  }

  @Test func `removed tracks come back with --all only`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    #expect(fixture.mixtape(["episode", "remove", "weather/002-snow"]).status == .done)
    #expect(
      scan().errors
        == "note: weather: skipped 1 music file, because you removed its track; `--all` adds it\nNothing new.\n")
    #expect(scan("--all").output.hasPrefix("Updated weather: 1 new track.\n"))
  }

  @Test func `removed tracks do not come back when their files are renamed`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().status == .done)
    #expect(fixture.mixtape(["episode", "remove", "weather/002-snow"]).status == .done)
    for (old, new) in [("Ann/Weather/2.flac", "Ann/Weather/two.flac"), ("Ann/Weather", "Ann/W")] {
      try FileManager.default.moveItem(
        atPath: music.pushing(FilePath(old)).string, toPath: music.pushing(FilePath(new)).string)
      #expect(scan().errors.contains("note: weather: skipped 1 music file, because you removed its track"))
      #expect(try !fixture.text(of: "library/weather.toml").contains("Snow"))
    }
    #expect(scan("--all").output.hasPrefix("Updated weather: 1 new track.\n"))
  }

  @Test func `two scans at the same time add each file once`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    // While the first scan reads tags, a second one does all the work.
    let built = CommandFixture.programDirectory
    try fixture.sandbox.write(
      "#!/bin/sh\nMIXTAPE_EXEC_PATH='\(built)' '\(built)/mixtape' scan '\(music)' --store '\(fixture.sandbox.store)' > /dev/null 2>&1 < /dev/null\nexec '\(built)/mixtape-tags' \"$@\"\n",
      to: "../exec/mixtape-tags")
    try fixture.sandbox.makeExecutable("../exec/mixtape-tags")
    let exec = fixture.sandbox.root.appending("exec").string
    for titles in [["Rain", "Snow"], ["Rain", "Snow", "Fog"]] {
      try writeAlbum("Weather", by: "Ann", titles)
      let outcome = fixture.mixtape(["scan", music.string], settings: ["MIXTAPE_EXEC_PATH": exec])
      #expect(outcome.status == .done)
      #expect(outcome.errors.hasSuffix("Nothing new.\n"), "\(outcome.errors)")
      #expect(
        try fixture.shell("grep -h -c '^url' library/weather.toml; ls library")
          == "\(titles.count)\npodcast.toml\nweather.toml\n")
    }
    #expect(scan().errors == "Nothing new.\n")
  }

  @Test func `moved and missing files`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow", "Fog"])
    #expect(scan().status == .done)
    try fixture.sandbox.write(
      "name = \"Calm\"\nepisodes = [\"weather/001-rain\", \"weather/003-fog\"]\n", to: "playlists/calm.toml")
    let directory = music.appending("Ann/Weather")
    try FileManager.default.moveItem(
      atPath: directory.appending("1.flac").string, toPath: music.appending("01 - Rain #1?.flac").string)
    try FileManager.default.removeItem(atPath: directory.appending("3.flac").string)
    let outcome = scan()
    #expect(outcome.output == "Updated weather.\n  weather: 1 changed track\n")
    #expect(outcome.errors.contains("note: found the moved files of 1 track\n"))
    #expect(outcome.errors.contains("warning: 1 track without a music file: weather/003-fog\n"))
    let text = try fixture.text(of: "library/weather.toml")
    #expect(text.contains("url = \"file://\(music.string)/01 - Rain %231%3F.flac\""))
    #expect(text.contains("id = \"003-fog\""))
    for item in ["weather", "calm"] {
      let marked = fixture.mixtape(["show", item]).output.split(separator: "\n").filter { $0.contains("file missing") }
      #expect(marked.count == 1 && marked[0].contains("weather/003-fog"))
    }
    #expect(fixture.mixtape(["show", "weather/003-fog"]).output.contains("\nfile          missing\n"))
    #expect(!fixture.mixtape(["show", "weather/001-rain"]).output.contains("missing"))
    #expect(fixture.mixtape(["check"]).errors.contains("no errors"))
  }

  @Test func `a folder that gets another Unicode form has its new path`() throws {
    let (composed, decomposed) = ("Bj\u{F6}rk", "Bjo\u{308}rk")
    try writeAlbum("Debut", by: composed, ["Human"])
    #expect(scan().status == .done)
    func expectURL(in artist: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let bytes = Data(try fixture.text(of: "library/debut.toml").utf8)
      let url = "url = \"file://\(music.string)/\(artist)/Debut/1.flac\""
      #expect(bytes.range(of: Data(url.utf8)) != nil, sourceLocation: sourceLocation)
    }
    try expectURL(in: composed)
    _ = try fixture.shell("mv '\(music)/\(composed)' '\(music)/\(decomposed)'")
    let outcome = scan()
    #expect(outcome.output == "Updated debut.\n  debut: 1 changed track\n")
    #expect(outcome.errors == "note: found the moved files of 1 track\n")
    try expectURL(in: decomposed)
    #expect(scan().errors == "Nothing new.\n")
    #expect(fixture.mixtape(["undo"]).status == .done)
    try expectURL(in: composed)
    #expect(fixture.mixtape(["redo"]).status == .done)
    try expectURL(in: decomposed)
    #expect(try fixture.shell("git status --porcelain") == "")
  }

  @Test func `links out of the directory are named`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    _ = try fixture.shell("mkdir '\(music)/in'; ln -s ../Ann '\(music)/in/ann'; ln -s . '\(music)/in/self'")
    let outcome = fixture.mixtape(["scan", music.appending("in").string])
    #expect(outcome.status == .done)
    let (link, target) = (music.appending("in/ann").string, music.appending("Ann").string)
    #expect(outcome.errors == "note: followed 1 link that leads out of the directory: \"\(link)\" to \"\(target)\"\n")
  }

  @Test func `new tracks of an album that the user has renamed have its title`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    #expect(scan().status == .done)
    _ = try fixture.shell("sed -i 's/^title = \"Weather\"/title = \"My weather\"/' library/weather.toml")
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    #expect(scan().output.hasPrefix("Updated weather: 1 new track.\n"))
    let text = try fixture.text(of: "library/weather.toml")
    #expect(text.contains("title = \"My weather\"") && text.contains("id = \"002-snow\""))
    #expect(!text.contains("album = "))
    #expect(scan("--all").errors.hasSuffix("Nothing new.\n"))
  }

  @Test func `a dry run changes nothing`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    let head = try fixture.shell("git rev-parse HEAD")
    let outcome = scan("--dry-run")
    #expect(outcome.output == "Would add weather: 1 track.\n  weather: 1 track\n")
    #expect(outcome.errors == "Nothing was changed.\n")
    #expect(try fixture.shell("git rev-parse HEAD; git status --porcelain") == head)
    #expect(scan().output.hasPrefix("Added weather: 1 track.\n"))
  }

  @Test func `a song that would replace another one`() throws {
    for (title, seconds) in [("Rain", 61), ("Sun", 90)] as [(String, UInt64)] {
      try write("a/1.flac", [("TITLE", title), ("ARTIST", "The \(title)s"), ("ALBUM", "A")], seconds: seconds)
      let dry = scan("--dry-run")
      #expect(dry.errors.contains("its rating and plays would be removed") == (title == "Sun"), "\(dry.errors)")
      #expect(!dry.errors.contains("undo"))
      if title == "Rain" { #expect(scan().status == .done) }
    }
    #expect(scan().errors.contains("its rating and plays are removed"))
  }

  @Test func `an empty argument is not the working directory`() {
    let outcome = fixture.mixtape(["scan", ""])
    #expect(outcome.status == .usage)
    #expect(outcome.errors.hasPrefix("error: the directory to scan is empty\n"))
  }

  @Test func `files that cannot be read are reported, and the others are read`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: music.appending("bad\u{202E}.mp3").string))
    let outcome = scan()
    #expect(outcome.status == .done)
    #expect(outcome.output.hasPrefix("Added weather: 1 track.\n"))
    #expect(outcome.errors.contains("is skipped: it contains no sound in a known format"))
  }

  @Test func json() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    try Data().write(to: URL(fileURLWithPath: music.appending("empty.mp3").string))
    #expect(scan().status == .done)
    try FileManager.default.removeItem(atPath: music.appending("Ann/Weather/2.flac").string)
    try writeAlbum("Weather", by: "Ann", ["Rain again"])
    try writeAlbum("Lakes", by: "Bo", ["Shore"])
    let outcome = scan("--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["operation"] as? String == "scan")
    #expect(object["changed"] as? Bool == true)
    #expect(object["files"] as? Int == 3)
    #expect(object["read"] as? Int == 2)
    #expect(object["missing"] as? [String] == ["weather/002-snow"])
    let albums = try #require(object["albums"] as? [[String: Any]])
    #expect(albums.map { $0["id"] as? String } == ["lakes", "weather"])
    #expect(albums[0]["added"] as? [String] == ["lakes/001-shore"])
    #expect(albums[1]["changed"] as? [String] == ["weather/001-rain"])
    let skipped = try #require(object["skipped"] as? [[String: String]])
    #expect(skipped.map { $0["path"] } == [music.appending("empty.mp3").string])
    #expect((object["commit"] as? String)?.count == 40)
  }

  /// taglib-sharp issue 250. Ids are made from titles, so the warning comes with a dry run, too.
  @Test func `tags in another encoding are named`() throws {
    try FileManager.default.createDirectory(atPath: music.string, withIntermediateDirectories: true)
    let file = music.appending("a.mp3").string
    let text: [UInt8] = [0, 0xCB, 0xF3, 0xF7, 0xF8, 0xE8, 0xE5, 0x20, 0xEF, 0xE5, 0xF1, 0xED, 0xE8]
    try Data(SilentTrack.mp3([("TIT2", text)], bitrates: [128, 128])).write(to: URL(fileURLWithPath: file))
    let warning = """
      warning: 1 file with tags that are probably in another encoding than they say: "Ëó÷øèå ïåñíè" in "\(file)" may be \
      "Лучшие песни" (windows-1251)

      """
    let dry = scan("--dry-run")
    #expect(dry.errors.hasPrefix(warning))
    #expect(dry.errors.contains("convert them with a tag editor before you scan"))
    let output = scan("--dry-run", "--json").output
    let object = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let found = try #require((object["otherEncoding"] as? [[String: Any]])?.first)
    #expect(found["path"] as? String == file)
    #expect(found["text"] as? String == "Ëó÷øèå ïåñíè")
    #expect(found["readings"] as? [[String: String]] == [["encoding": "windows-1251", "text": "Лучшие песни"]])
    let outcome = scan()
    #expect(outcome.errors.hasPrefix(warning))
    #expect(outcome.errors.contains("undo the scan with `mixtape undo`"))
    #expect(scan().errors == "Nothing new.\n")
  }

  @Test func `a directory without music is named`() throws {
    try FileManager.default.createDirectory(atPath: music.string, withIntermediateDirectories: true)
    #expect(scan().errors == "No music files found in \"\(music.string)\".\n")
  }

  @Test func `a directory that is missing, and a program that is missing`() throws {
    let missing = scan()
    #expect(missing.status == .notFound)
    #expect(missing.errors.contains("cannot be scanned: no such file or directory"))
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    let outcome = fixture.mixtape(["scan", music.string], settings: ["MIXTAPE_EXEC_PATH": "/nowhere"])
    #expect(outcome.status == .unavailable)
    #expect(outcome.errors.hasPrefix("error: the program that reads tags is missing: /nowhere/mixtape-tags\n"))
    #expect(try fixture.shell("ls library") == "podcast.toml\n")
  }

  @Test func `a signal ends a scan, and the store stays as it was`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain"])
    let head = try fixture.shell("git rev-parse HEAD")
    // A program that never answers, and says when it has started.
    try fixture.sandbox.write(
      "#!/bin/sh\necho 'mixtape-tags 2 x'\nread -r path\necho \"$$\" > \"$READY\"\nexec sleep 600\n",
      to: "../exec/mixtape-tags")
    try fixture.sandbox.makeExecutable("../exec/mixtape-tags")
    let built = CommandFixture.programDirectory
    let line = """
      mkfifo ../ready; export READY="$PWD/../ready" MIXTAPE_EXEC_PATH="$PWD/../exec"
      '\(built)/mixtape' scan '\(music)' & read -r child < ../ready; exec 2> /dev/null
      kill -TERM $!; wait $!; echo $?; kill -9 "$child"
      """
    let output = try fixture.shell(line)
    #expect(output == "143\n")
    #expect(try fixture.shell("git rev-parse HEAD; git status --porcelain; ls library") == "\(head)podcast.toml\n")
  }

  @Test func `progress is shown on a terminal`() throws {
    try writeAlbum("Weather", by: "Ann", ["Rain", "Snow"])
    fixture.isTerminal = true
    #expect(scan().errors.contains("2/2 Weather"))
  }
}
