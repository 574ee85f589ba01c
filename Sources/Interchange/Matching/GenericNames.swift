/// Names that many tracks and directories share, such as `01`, `Track 3`, `CD1` and `Music`. They are no evidence of a track.
enum GenericNames {
  /// Returns whether all words of a name are numbers below 1000, single letters, or generic. `1999` is a title.
  static func contain(_ name: String) -> Bool {
    TagText.normalized(name).split(separator: " ").allSatisfy { word in
      // `cd1` is `cd` with a number.
      let letters = word.utf8.filter { !$0.isDigit }
      if letters.isEmpty { return word.utf8.count < 4 }
      return letters.count == 1 || words.contains(String(decoding: letters, as: UTF8.self))
    }
  }

  private static let words: Set<String> = [
    "and", "of", "the", "no", "nr",
    // Parts of a work.
    "track", "tracks", "title", "song", "side", "disc", "disk", "disque", "disco", "cd", "dvd", "lp", "vinyl", "vol",
    "volume",
    "part", "pt", "teil", "chapter", "chap", "ch", "kapitel", "section", "episode", "ep", "titel", "spur", "piste",
    "pista",
    // Files and directories.
    "audio", "audios", "audiobook", "audiobooks", "album", "albums", "artist", "artists", "book", "books", "download",
    "downloads",
    "file", "files", "home", "library", "media", "music", "musik", "musique", "musica", "podcast", "podcasts", "sound",
    "sounds",
    "songs", "flac", "mp", "ogg", "opus", "wav", "aac", "lossless",
    // Names for unknown and for many.
    "best", "compilation", "compilations", "collection", "greatest", "hits", "misc", "new", "none", "other",
    "recording",
    "soundtrack", "soundtracks", "unknown", "untitled", "va", "various",
  ]
}
