/// A small store with rules, and a library for them. Its time is 1 March 2026.
enum SmartSample {
  static let files = [
    "playlists/short.toml": """
    name = "Short"
    # What must come first.
    episodes = ["sky/saturn"]

    conditions = [
      'duration < 15 min',           # no longer than the tram
      'played is missing or played before 2026-02-01',
    ]
    sort = ["-rating"]
    limit = 2

    """,
    "playlists/found.toml": """
    name = "Found"
    search = "moon"

    """,
    "playlists/plain.toml": """
    name = "Plain"
    episodes = ["sky/aurora"]

    """,
    "library/sky.toml": """
    title = "Night Sky"
    author = "Public Observatory"
    categories = ["Science"]

    [[episodes]]
    id = "aurora"
    title = "Auroras"
    duration = 600
    rating = 4

    [[episodes]]
    id = "comet"
    title = "Comets"
    duration = 1200
    rating = 5
    lastPlayedAt = 2026-01-10

    [[episodes]]
    id = "moon"
    title = "Moon Dust"
    duration = 720
    rating = 3
    lastPlayedAt = 2026-01-05

    [[episodes]]
    id = "saturn"
    title = "Saturn's Rings"
    duration = 300
    lastPlayedAt = 2026-02-20

    """,
    "library/byte.toml": """
    title = "Daily Byte"
    categories = ["News"]

    [[episodes]]
    id = "monday"
    title = "A Moonshot on a Monday"
    duration = 355
    dateAdded = 2026-02-23

    """,
  ]
}
