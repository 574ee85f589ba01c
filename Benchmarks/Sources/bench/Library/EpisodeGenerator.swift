/// Generates the files of a library from a seed.
struct EpisodeGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a podcast file with a number of episodes, and the same data as rows for beets.
  mutating func podcast(_ number: Int, episodes count: Int) -> (text: String, tracks: [Track]) {
    let (artist, genre) = (pick(Self.artists) + " \(number % 700)", pick(Self.genres))
    var text = "title = \"Collection \(number)\"\nauthor = \"\(artist)\"\ncategories = [\"\(genre)\"]\n"
    var tracks: [Track] = []
    for episode in 1...count {
      let track = track(artist, "Collection \(number)", genre)
      tracks.append(track)
      text += "\n[[episodes]]\nid = \"\(episode)\"\n\(track.toml)"
    }
    return (text, tracks)
  }

  /// An episode, with the fields that the rules of the benchmark use.
  struct Track {
    let title, artist, album, genre, composer, format: String
    let year, bpm, rating, playCount, bitrate, duration, added: Int

    fileprivate var toml: String {
      """
      title = "\(title)"
      year = \(year)
      bpm = \(bpm)
      playCount = \(playCount)
      bitrate = \(bitrate)
      duration = \(duration)
      fileFormat = "\(format)"
      fileSize = \(duration * 16_000)
      dateAdded = \(Self.date(added))

      """ + (rating > 0 ? "rating = \(rating)\n" : "") + (composer.isEmpty ? "" : "composer = \"\(composer)\"\n")
    }

    /// Returns the date a number of days after 2020-01-01, in a calendar with months of 28 days.
    static func date(_ days: Int) -> String {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(2020 + days / 336)-\(two(days / 28 % 12 + 1))-\(two(days % 28 + 1))"
    }
  }

  private mutating func track(_ artist: String, _ album: String, _ genre: String) -> Track {
    let title = (1...3).map { _ in pick(Self.words) }.joined(separator: " ")
    return Track(
      title: "\(title) \(number(below: 100_000))", artist: artist, album: album, genre: genre,
      composer: number(below: 3) == 0 ? pick(Self.artists) : "", format: pick(Self.formats),
      year: 1960 + number(below: 66), bpm: 60 + number(below: 140), rating: number(below: 6),
      playCount: number(below: 30),
      bitrate: [96, 128, 192, 256, 320][number(below: 5)], duration: 90 + number(below: 5_400),
      added: number(below: 2_300))
  }

  private mutating func pick(_ list: [String]) -> String { list[number(below: list.count)] }

  private mutating func number(below bound: Int) -> Int {
    // Knuth's linear congruential generator. Its upper bits are random enough for this.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private static let artists = ["Quartet", "Orchestra", "Observatory", "Harbour Choir", "Brass Band", "Café Mirliton"]
  private static let genres = [
    "Soul", "Neo Soul", "Jazz", "Folk", "Classical", "Ragtime", "News", "Science", "Stories", "Food", "Technology",
  ]
  private static let formats = ["mp3", "mp3", "mp3", "m4a", "ogg", "flac", "wav"]
  private static let words = [
    "The", "Night", "Live", "Aurora", "River", "Stone", "Letter", "Engine", "Garden", "Winter", "Ferry", "Lantern",
    "Market", "Signal", "Bridge", "Silence", "Orbit", "Kitchen", "Atlas", "Comet",
  ]
}
