import MixtapeModel
import Testing

let renamingCases: [PlaylistCase] = [
  PlaylistCase("rename: only the name changes") { manager in
    for name in ["Slow Evening", #"He said "no" \ 'yes' # maybe"#, "  spaced  ", "夜のドライブ 🌙", "हिन्दी गाने"] {
      let plan = try manager.rename(.focus, to: name)
      #expect(plan.after?.name == name)
      let expected = try Playlist.fixture("focus", in: "work/deep", name: name, episodes: ["a"])
      #expect(try manager.timeless("focus") == expected)
    }
  },
  PlaylistCase("rename: two playlists may share a name") { manager in
    try manager.rename(.focus, to: "Morning Commute")
    #expect(try manager.existing("focus").name == manager.existing("morning").name)
  },
  PlaylistCase("rename: the present name changes nothing") { manager in
    try expectNoChange(manager) { try manager.rename(.focus, to: "Deep Focus") }
  },
  PlaylistCase("rename: a name without visible characters is refused") { manager in
    for name in ["", "   ", "\u{3000}", "\u{200B}\u{200D}"] {
      let error = try expectRefusal(.invalidName, .playlist(.focus), by: manager) {
        try manager.rename(.focus, to: name)
      }
      #expect(error?.cause as? TitleViolation == .empty)
    }
  },
  PlaylistCase("rename: 10 MB are refused") { manager in
    let error = try expectRefusal(.invalidName, .playlist(.focus), by: manager) {
      try manager.rename(.focus, to: String(repeating: "x", count: 10_000_000))
    }
    #expect(error?.cause as? TitleViolation == .tooLong(bytes: 10_000_000))
  },
  PlaylistCase("rename: control characters and line breaks are refused") { manager in
    for name in ["a\nb", "a\r\nb", "a\u{0}b", "\u{1B}[31mred", "a\u{85}b", "a\u{2028}b", "a\tb", "\u{7F}"] {
      let error = try expectRefusal(.invalidName, .playlist(.focus), by: manager) {
        try manager.rename(.focus, to: name)
      }
      #expect(error?.cause as? TitleViolation == .controlCharacter)
    }
  },
]

let describingCases: [PlaylistCase] = [
  PlaylistCase("describe: any text is kept byte for byte") { manager in
    let texts = [
      "One line.", "First line\nsecond line\n\n  fourth, indented\n", "Windows\r\nline ends\r\n", "tab\tand bell\u{7}",
      #"quotes " ' """ ''' and \ backslashes \n \u0041"#, "# no comment\n[no.table]\nno = \"key\"",
      "Ελλάδα, हिन्दी, 日本語, 👩‍👩‍👧, e\u{301} and é", "\u{FEFF}mark", "  ", "",
    ]
    for text in texts {
      try manager.describe(.focus, as: text)
      #expect(try manager.existing("focus").description.utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
    }
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("describe: the present text changes nothing") { manager in
    try manager.describe(.focus, as: "Quiet\nmusic")
    try expectNoChange(manager) { try manager.describe(.focus, as: "Quiet\nmusic") }
  },
]
