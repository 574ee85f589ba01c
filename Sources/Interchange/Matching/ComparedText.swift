internal import MixtapeModel

/// Titles, artists and names as they are compared: without case, accents, punctuation, "feat. …" and "The" at the start.
enum ComparedText {
  /// Returns the normalized text. Linear in its length.
  static func normalized(_ text: String) -> String {
    if let plain = plain(text) { return plain }
    var bytes: [UInt8] = []
    for scalar in NameRules.decomposed(TextFolding.fold(text)).unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        bytes.append(0x20)
      }
    }
    return words(of: bytes)
  }

  /// Returns the normalized text if it is ASCII, which is faster; `nil` for other text.
  private static func plain(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { buffer in
      guard buffer.allSatisfy({ $0 < 0x80 }) else { return nil }
      return words(of: buffer.map(\.lowercased))
    }
  }

  /// Returns the words of folded text, separated by one space.
  private static func words(of folded: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(folded.count)
    var index = 0
    while index < folded.count {
      let byte = folded[index]
      if byte == UInt8(ascii: "'") {
        index += 1
      } else if byte == UInt8(ascii: "&") {
        separate(&result)
        result += "and".utf8
        separate(&result)
        index += 1
      } else if byte >= 0x80 || byte.isLetter || byte.isDigit {
        if isAtWord(result), isFeaturing(folded, index) { break }
        result.append(byte)
        index += 1
      } else {
        separate(&result)
        index += 1
      }
    }
    if result.last == 0x20 { result.removeLast() }
    if result.starts(with: "the ".utf8) { result.removeFirst(4) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func separate(_ result: inout [UInt8]) {
    if !result.isEmpty, result.last != 0x20 { result.append(0x20) }
  }

  /// Returns whether the next byte begins a word that is not the first.
  private static func isAtWord(_ result: [UInt8]) -> Bool { result.last == 0x20 }

  /// Returns whether a word that introduces guests begins at an index: `feat.`, `ft.`, `featuring`.
  private static func isFeaturing(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "f") else { return false }
    return ArtistNames.introducesGuests(String(decoding: bytes[index...].prefix(while: \.isLetter), as: UTF8.self))
  }
}

/// The stem of a title: without the edition at its end, as in `Solo - Remastered 2011` and `Solo (Mono)`.
///
/// `(Live)` and `(Acoustic)` name another recording, so they stay.
enum TitleStem {
  /// Returns the normalized stem of a title; `nil` if the title names no edition.
  static func of(_ title: String) -> String? {
    guard let start = lastPart(of: title), isEdition(ComparedText.normalized(String(title[start...]))) else {
      return nil
    }
    return ComparedText.normalized(String(title[..<start])).nonEmpty
  }

  /// Returns the start of the part in parentheses at the end, or of that after the last dash.
  private static func lastPart(of title: String) -> String.Index? {
    if let last = title.last, ")]".contains(last) { return title.lastIndex { "([".contains($0) } }
    return title.range(ofLast: " - ") ?? title.range(ofLast: " – ")
  }

  /// Returns whether the words of a part are those of an edition of the same recording.
  private static func isEdition(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let isNamed = words.contains { editions.contains($0) }
    return isNamed && words.allSatisfy { editions.contains($0) || others.contains($0) || $0.utf8.allSatisfy(\.isDigit) }
  }

  private static let editions: Set<Substring> = [
    "remaster", "remastered", "remasterizado", "mono", "stereo", "version", "explicit", "deluxe", "bonus",
  ]
  private static let others: Set<Substring> = [
    "album", "single", "digital", "digitally", "original", "edition", "anniversary", "track", "in",
  ]
}

extension String {
  /// Returns the start of the last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Index? {
    utf8.indices.last { utf8[$0...].starts(with: text.utf8) }
  }
}

/// Names that many tracks and directories share, such as `01`, `Track 3`, `CD1` and `Music`. They are no evidence of a track.
enum GenericNames {
  /// Returns whether all words of a name are numbers below 1000, single letters, or generic. `1999` is a title.
  static func contain(_ name: String) -> Bool {
    ComparedText.normalized(name).split(separator: " ").allSatisfy { word in
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
