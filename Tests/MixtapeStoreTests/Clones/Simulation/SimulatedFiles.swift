/// The files with which a simulation begins.
enum SimulatedFiles {
  /// The number of playlists at the beginning.
  static let listCount = 3

  /// The names of episodes that several clones add.
  static let popular = ["x1", "x2", "x3"]

  /// The number of other episodes that playlists can take.
  static let episodeCount = 60

  /// The number of playlists that a simulation can have.
  static let maximumListCount = 24

  /// The names of the episodes of the podcast that are played and rated.
  static let tracks = ["1", "2", "3", "4"]

  static let all: [String: String] = [
    "playlists/l0.toml": """
    # Kept by hand.
    name = "List 0"
    description = "Zero"
    episodes = [
      "q/anchor0", # the first
      "q/x1",
      "p/1",
      "p/2",
    ]

    """,
    "playlists/day/l1.toml":
      "name = 'List 1'\r\ndescription = 'One'\r\nepisodes = [\r\n  'q/anchor1',\r\n  'p/3', # good\r\n  'p/1',\r\n]\r\n",
    "playlists/l2.toml": """
    name = "List 2"
    description = "Two"
    conditions = ["rating > 3"]
    episodes = [ "q/anchor2", "p/4" ]

    """,
    "library/p.toml": "# Played and rated.\ntitle = 'P'\ntags = ['old']\n" + episodes(tracks),
    // Files of playlists refer to these, and nobody changes them.
    "library/q.toml": "title = 'Q'\n"
      + episodes(popular + (0..<episodeCount).map(String.init) + (0..<maximumListCount).map { "anchor\($0)" }),
  ]

  private static func episodes(_ names: [String]) -> String {
    names.map { "\n[[episodes]]\nid = '\($0)'\ntitle = 'Episode \($0)'\n" }.joined()
  }
}
