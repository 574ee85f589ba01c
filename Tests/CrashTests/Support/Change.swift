import TestSupport
import Testing

/// A kind of change, with its preparation.
struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The commands before the change.
  var preparation: [[String]] = []
  /// The uncommitted hand edits before the change; `nil` for a deleted file.
  var handEdits: [String: String?] = [:]
  /// The arguments of the command.
  let command: [String]
  /// The command in `$EDITOR`.
  var editor = "true"
  /// The text on standard input.
  var input = ""
  /// Whether the user starts the command again after a kill, because it continues.
  var isStartedAgain = false

  /// All kinds of changes, each with difficult conditions.
  static let all = [
    creation,
    Change(
      testDescription: "create from a template", command: ["create", "Later", "--template", "mine", "--episode", "p/4"]),
    Change(testDescription: "rename", command: ["rename", "morning", "Early"]),
    Change(testDescription: "describe", command: ["describe", "morning", "Twenty minutes"]),
    Change(testDescription: "duplicate", command: ["duplicate", "morning", "Copy"]),
    Change(testDescription: "move, and the folder comes and goes", command: ["move", "calm", "travel/2026"]),
    Change(testDescription: "delete, and the folder goes", command: ["delete", "calm"]),
    Change(testDescription: "delete several", command: ["delete", "calm", "tram", "morning"]),
    Change(testDescription: "set", command: ["set", "morning", "--shuffle", "true"]),
    Change(testDescription: "rules", command: ["conditions", "morning", "--add", "rating > 3", "--limit", "5"]),
    addition,
    Change(
      testDescription: "assign", command: ["assign", "p/4", "--to", "morning", "--from", "tram", "--create", "Walk"]),
    Change(testDescription: "remove", command: ["remove", "morning", "p/1", "p/3"]),
    Change(testDescription: "reorder", command: ["reorder", "morning", "3", "--to", "1"]),
    Change(testDescription: "edit", command: ["edit", "morning"], editor: "sed -i s/Commute/Tram/"),
    Change(testDescription: "a folder moves", command: ["folder", "move", "evening", "late/evening"]),
    Change(
      testDescription: "a podcast is renamed", command: ["set", "p", "--title", "Q", "--folder", "x"]),
    Change(testDescription: "an episode is rated", command: ["episode", "rate", "p/2", "4"]),
    // Addresses, because paths of files would become those of the sandbox in the comments of missing entries.
    Change(
      testDescription: "an import of two lists",
      handEdits: [
        "lists/radio.m3u": "#EXTM3U\nhttps://example.org/1.mp3\nhttps://example.org/2.mp3\n",
        "lists/talks.m3u": "#EXTM3U\nhttps://example.org/3.mp3\n",
      ],
      command: ["import", "lists/radio.m3u", "lists/talks.m3u"]),
    Change(
      testDescription: "episodes of two podcasts are rated by a rule",
      command: ["episode", "rate", "4", "--where", "title is present"]),
    Change(
      testDescription: "an episode is added",
      command: ["episode", "add", "p", "Fifth", "--set", "year=1977", "--at", "1"]),
    Change(testDescription: "episodes are removed", command: ["episode", "remove", "p/1", "p/3"]),
    Change(
      testDescription: "episodes move to another podcast, and playlists follow",
      command: ["episode", "move", "p/1", "p/3", "--to", "q"]),
    Change(
      testDescription: "undo of one", preparation: [["rename", "morning", "Early"]], command: ["undo"]),
    undoOfManyFiles,
    Change(testDescription: "redo of many files", preparation: manyFiles + [["undo", "4"]], command: ["redo", "4"]),
    Change(
      testDescription: "undo of a hand edit that waits",
      handEdits: ["playlists/morning.toml": "# Mine.\nname = 'Morning'\n"], command: ["undo"]),
    Change(
      testDescription: "revert",
      preparation: [["rename", "morning", "Early"], ["set", "morning", "--shuffle", "true"]],
      command: ["revert", "@{1}"]),
    Change(testDescription: "restore", preparation: [["delete", "calm"]], command: ["restore", "calm"]),
    addAndHandEditsWait,
    endOfSession,
    Change(
      testDescription: "describe, and a broken file waits", handEdits: ["playlists/evening/calm.toml": "name = "],
      command: ["describe", "morning", "Twenty minutes"]),
  ]

  static let creation = Change(
    testDescription: "create", command: ["create", "New Songs", "--folder", "2026/spring"])

  static let addition = Change(testDescription: "add", command: ["add", "morning", "p/4", "p/2", "--at", "1"])

  static let undoOfManyFiles = Change(
    testDescription: "undo of many files", preparation: manyFiles, command: ["undo", "4"])

  static let addAndHandEditsWait = Change(
    testDescription: "add, and hand edits wait", handEdits: handEdits, command: ["add", "morning", "p/4"])

  /// The end of a session that records the plays of a killed one, whose times are fixed.
  static let endOfSession = Change(
    testDescription: "the end of a session of listening",
    handEdits: [
      ".git/mixtape/player-morning": """
      {"format": 1, "playlist": ["p/1", "p/2", "p/3"], "plays": [{"episode": "p/1", "count": 1, "last": 700000000}],
       "batch": {"session": "killed", "number": 1},
       "player": {"episodes": ["p/1", "p/2", "p/3"], "position": 0, "upNext": [1, 2], "heardBefore": [0],
                  "round": 1, "shuffle": "off"}}
      """
    ],
    command: ["play", "morning", "--service", "simulator", "--speed", "0"], input: "quit\n", isStartedAgain: true)

  /// The next command after a crash.
  static let next = Change(testDescription: "the next command", command: Sandbox.nextCommand)

  private static let manyFiles = [
    ["create", "One", "--folder", "new"], ["move", "calm", "/"], ["delete", "focus"], ["add", "morning", "p/4"],
  ]

  /// An edited, a new, a deleted, a moved and a renamed file.
  private static let handEdits = [
    "playlists/morning.toml": "# By hand.\r\nepisodes = ['p/3'] # kept\r\n",
    "playlists/new/made.toml": "name = 'Made'",
    "playlists/focus.toml": nil,
    "playlists/evening/calm.toml": nil,
    "playlists/calm.toml": files["playlists/evening/calm.toml"],
    "playlists/tram.toml": nil,
    "playlists/train.toml": files["playlists/tram.toml"],
  ]

  /// The files of the store at the beginning.
  static let files = [
    "playlists/morning.toml": """
    # Twenty minutes of tram.
    name = "Morning Commute"
    episodes = [
      "p/1",     # always first
      "p/2",
      "p/3",
    ]

    """,
    "playlists/evening/calm.toml": "name = 'Calm'\nepisodes = ['p/3']\n",
    "playlists/focus.toml": "name = 'Focus'\nshuffle = false\n",
    "playlists/tram.toml": "name = 'Tram'\nepisodes = ['p/1', 'p/2']\n",
    "playlists/bystander.toml": "name = 'Bystander'\n",
    "templates/mine.toml": "name = 'Mine' # to be changed\nepisodes = ['p/1']\n",
    "library/q.toml": "title = 'Q'\n\n[[episodes]]\nid = 'first'\ntitle = 'First'\n",
    "library/p.toml": "title = 'P'\n"
      + (1...4).map { "\n[[episodes]]\nid = '\($0)'\ntitle = 'Episode \($0)'\n" }.joined(),
  ]
}
