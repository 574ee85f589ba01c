/// A small store with folders, comments, rules, an album and a missing episode.
enum Sample {
  static let files = [
    "playlists/morning.toml": """
    # Twenty minutes of tram.
    name = "Morning Commute"
    description = "Short news first."
    shuffle = false

    episodes = [
      "daily-byte/monday",     # always first
      "night-sky/auroras",
      "night-sky/gone",
    ]

    """,
    "playlists/evening/calm.toml": """
    name = "Calm"
    episodes = ["four-seasons/winter"]

    """,
    "playlists/fresh.toml": """
    name = "Fresh"
    conditions = ['added in the last 2 weeks', 'duration < 30 min']
    search = "sky"
    sort = ["-dateAdded", "title"]
    limit = 25

    """,
    "playlists/empty.toml": """
    name = "Nothing Yet"

    """,
    "library/night-sky.toml": """
    title = "Night Sky Radio"

    [[episodes]]
    id = "auroras"
    title = "Auroras"
    duration = 1834

    [[episodes]]
    id = "comets"
    title = "Comets"
    duration = 3723

    """,
    "library/daily-byte.toml": """
    title = "Daily Byte"

    [[episodes]]
    id = "monday"
    title = "A Patch Tuesday on a Monday"
    duration = 355

    """,
    "library/four-seasons.toml": """
    kind = "album"
    title = "The Four Seasons"

    [[episodes]]
    id = "winter"
    title = "Winter"

    """,
  ]
}
