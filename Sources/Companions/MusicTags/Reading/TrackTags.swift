internal import MixtapeModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The result of reading a music file.
package enum TagResult: Hashable, Sendable {
  /// The file was read.
  case read(FileTags)
  /// The file was not read.
  case failed(TagFailure)
}

/// The content of a music file, as far as Mixtape knows it.
package struct FileTags: Hashable, Sendable {
  /// The tags and properties.
  package let tags: TrackTags
  /// The size in bytes.
  package let size: Int64
  /// The digest of the size and of parts of the content, by which a file is recognized that has moved.
  package let digest: String
  /// The first text of the tags that is probably in another encoding than they say.
  package let doubtfulText: DoubtfulText?

  /// Makes a content.
  package init(tags: TrackTags, size: Int64, digest: String, doubtfulText: DoubtfulText? = nil) {
    self.tags = tags
    self.size = size
    self.digest = digest
    self.doubtfulText = doubtfulText
  }
}

/// The reason why a music file was not read.
package enum TagFailure: Hashable, Sendable {
  /// The file has no sound in a known format.
  case noSound
  /// The file cannot be opened. The text is the system's reason.
  case unreadable(String)
  /// The file requires more memory than it may take.
  case tooMuchMemory
  /// The file ended the program that reads tags. The number is that of the signal.
  case crash(signal: Int32)
  /// Reading took too long.
  case timeout
  /// TagLib refuses the file.
  case refused
}

/// The tags and the properties of a music file, as far as the file has them.
package struct TrackTags: Hashable, Sendable {
  /// The title.
  package var title: String?
  /// The artist of the track; several as a ``ListedText``, as for all people and for genres.
  package var artist: String?
  /// The artist of the album.
  package var albumArtist: String?
  /// The title of the album.
  package var album: String?
  /// The genre.
  package var genre: String?
  /// The composer.
  package var composer: String?
  /// The year of the release.
  package var year: Int64?
  /// The year of the first release, which is that of the release if the file does not say it.
  package var originalYear: Int64?
  /// The tempo in beats per minute.
  package var bpm: Int64?
  /// The rating, 1 to 5. In tags, 0 means no rating.
  package var rating: Int64?
  /// The number of plays that another player has counted.
  package var playCount: Int64?
  /// The time of the last play that another player has written.
  package var lastPlayedAt: Date?
  /// The number of the track on its disc.
  package var trackNumber: Int64?
  /// The number of the disc.
  package var discNumber: Int64?
  /// The bitrate in kbit/s.
  package var bitrate: Int64?
  /// The sample rate in Hz.
  package var sampleRate: Int64?
  /// The playing time in seconds.
  package var duration: Double?
  /// Whether the file says that it is part of a compilation.
  package var isCompilation = false
  /// The MusicBrainz id of the release.
  package var releaseID: String?
  /// The address at MusicBrainz of the track or, without one, of the recording. It identifies the track wherever its file is.
  package var musicBrainzAddress: String?
  /// The address at MusicBrainz of the recording, if ``musicBrainzAddress`` is that of the track.
  package var recordingAddress: String?

  /// Makes tags without values.
  package init() {}
}

extension TrackTags {
  /// Makes tags of the values that `mixtape-tags` reads, by the names that TagLib gives to properties. Values without a meaning are
  /// ignored. Some programs write `ALBUM ARTIST`, `TRACK` and `DISC` in Vorbis comments; the usual names take precedence.
  ///
  /// - Parameter values: The keys and texts, in order. The first text of a key counts, except for ratings and counters: there the
  ///   greatest counts.
  init(_ values: [(key: String, text: String)]) {
    let texts = Dictionary(values.map { ($0.key, $0.text) }) { first, _ in first }
    func text(_ key: String) -> String? { texts[key].flatMap(TagText.cleaned) }
    // Some programs write several values as one text: `Rock; Pop`.
    func listed(_ key: String) -> String? { text(key).map { ListedText.joined(ListedText.values(in: $0)) } }
    func number(
      _ key: String, atMost limit: Int64, _ read: (String) -> Int64? = TagText.leadingNumber
    ) -> Int64? {
      texts[key].flatMap(read).flatMap { (1...limit).contains($0) ? $0 : nil }
    }
    func greatest(_ keys: [String], _ value: (String, String) -> Int64?) -> Int64? {
      values.filter { keys.contains($0.key) }.compactMap { value($0.key, $0.text) }.max()
    }

    title = text("TITLE") ?? text("COMMON_TITLE")
    artist = listed("ARTIST") ?? listed("COMMON_ARTIST")
    albumArtist = listed("ALBUMARTIST") ?? listed("ALBUM ARTIST")
    album = text("ALBUM") ?? text("COMMON_ALBUM")
    genre = listed("REFINED_GENRE") ?? listed("GENRE") ?? listed("COMMON_GENRE")
    composer = listed("COMPOSER")
    year = (texts["DATE"] ?? texts["COMMON_DATE"]).flatMap(TagText.year)
    originalYear = (texts["ORIGINALDATE"] ?? texts["ORIGINALYEAR"]).flatMap(TagText.year)
    bpm = number("BPM", atMost: 10_000, TagText.roundedNumber)
    trackNumber =
      number("TRACKNUMBER", atMost: 99_999) ?? number("TRACK", atMost: 99_999)
      ?? number("COMMON_TRACKNUMBER", atMost: 99_999)
    discNumber = number("DISCNUMBER", atMost: 9_999) ?? number("DISC", atMost: 9_999)
    rating = greatest(TagRating.keys, TagRating.stars)
    playCount = greatest(["POPM", "PCNT", "FMPS_PLAYCOUNT", "PLAY_COUNT"]) { key, text in
      let plays = key == "POPM" ? Popularimeter(text)?.plays : TagText.leadingNumber(text)
      return plays.flatMap { (1...Int64(UInt32.max)).contains($0) ? $0 : nil }
    }
    lastPlayedAt = texts["LAST_PLAYED_TIMESTAMP"].flatMap(TagText.time)
    duration = (number("COUNTED_LENGTH", atMost: .max) ?? number("LENGTH", atMost: .max)).map { Double($0) / 1_000 }
    bitrate = number("COUNTED_BITRATE", atMost: 1_000_000) ?? number("BITRATE", atMost: 1_000_000)
    sampleRate = number("SAMPLERATE", atMost: 100_000_000)
    isCompilation = ["1", "true", "yes"].contains(texts["COMPILATION"]?.lowercased() ?? "")
    releaseID = texts["MUSICBRAINZ_ALBUMID"].flatMap(TagText.uuid)
    let track = texts["MUSICBRAINZ_RELEASETRACKID"].flatMap(TagText.uuid).map { "https://musicbrainz.org/track/\($0)" }
    let recording = texts["MUSICBRAINZ_TRACKID"].flatMap(TagText.uuid).map { "https://musicbrainz.org/recording/\($0)" }
    musicBrainzAddress = track ?? recording
    recordingAddress = track == nil ? nil : recording
  }
}

/// The reading of texts in tags, which any program may have written.
enum TagText {
  /// Returns a text on one line: control characters of Latin-1 are read as Windows-1252, others are blanks, and the length is that of
  /// titles. `nil` if nothing is visible.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars.map(Windows1252.character) {
      let kept: Unicode.Scalar = scalar.breaksLine ? " " : scalar
      length += UTF8.width(kept)
      guard length <= TitleRules.maximumLength else { break }
      scalars.append(kept)
    }
    let line = String(scalars).trimmingBlanks
    return TitleRules.violation(in: line) == nil ? line : nil
  }

  /// Returns the whole number at the start of a text such as `3/12`; `nil` if the text starts otherwise.
  static func leadingNumber(_ text: String) -> Int64? {
    Int64(text.trimmingBlanks.prefix(while: isDigit))
  }

  /// Returns the number at the start of a text such as `120.6` or `120,6 bpm`, rounded to a whole one; `nil` if the text starts
  /// otherwise, or has an exponent, as `1e9`.
  static func roundedNumber(_ text: String) -> Int64? {
    guard let whole = leadingNumber(text), whole < .max else { return nil }
    let rest = text.trimmingBlanks.drop(while: isDigit)
    let fraction = rest.first.map(".,".contains) == true ? rest.dropFirst().prefix(while: isDigit) : ""
    let unit = fraction.isEmpty ? rest : rest.dropFirst(1 + fraction.count)
    let exponent = unit.dropFirst().drop { "+-".contains($0) }
    if unit.first?.lowercased() == "e", exponent.first.map(isDigit) == true { return nil }
    return fraction.first.map { $0 >= "5" } == true ? whole + 1 : whole
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// Returns the year in a date such as `2003-05-01` or `01/05/2003`: its first four digits in a row.
  static func year(_ text: String) -> Int64? {
    let parts = text.split { !("0"..."9").contains($0) }
    return parts.first { $0.count == 4 }.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the time of `2023-05-01 12:34:56`, in UTC; a date without a time is its first instant.
  static func time(_ text: String) -> Date? {
    let numbers = text.split { !("0"..."9").contains($0) }.prefix(6).compactMap { Int($0) }
    guard numbers.count == 3 || numbers.count == 6,
      let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    guard numbers.count == 6 else { return day.start }
    let time = TimeOfDay(hour: numbers[3], minute: numbers[4], second: numbers[5])
    return time.map { day.instant(second: $0.secondsSinceMidnight) }
  }

  /// Returns a UUID in lower case; `nil` if the text is something else.
  static func uuid(_ text: String) -> String? {
    let text = text.trimmingBlanks
    guard text.utf8.count <= 36 else { return nil }
    return UUID(uuidString: text)?.uuidString.lowercased()
  }
}

/// The scales of ratings in tags. Each program has its own; `docs/music-reference.md` names them.
enum TagRating {
  /// The keys of ratings.
  static let keys = ["POPM", "FMPS_RATING", "NAMED_RATING", "RATE", "RATING"]

  /// Returns a rating in stars, 1 to 5; `nil` if the text is not a rating, or 0, which means no rating.
  ///
  /// - Parameter key: One of ``keys``.
  static func stars(_ key: String, _ text: String) -> Int64? {
    if key == "POPM" { return Popularimeter(text)?.stars }
    // Traktor writes the text of its frame into comments of FLAC files.
    if key == "RATING", let popularimeter = Popularimeter(text) { return popularimeter.stars }
    guard let number = Double(text), number > 0 else { return nil }
    let greatest =
      switch key {
      case "FMPS_RATING": 1.0
      case "RATE": 100.0
      case "NAMED_RATING": number <= 1 ? 1 : greatest(of: number, written: text)
      default: greatest(of: number, written: text)
      }
    return number <= greatest ? max(1, Int64((number / greatest * 5).rounded())) : nil
  }

  /// Returns the greatest number of the scale of a `RATING`, as its form shows it.
  private static func greatest(of number: Double, written text: String) -> Double {
    if number < 1 || number == 1 && text.contains(".") { return 1 }
    return number <= 5 ? 5 : number <= 10 ? 10 : 100
  }
}

/// A frame POPM of ID3: a person's rating and plays of a file. As a text, it is `e-mail|rating|plays`.
struct Popularimeter {
  /// The e-mail of the person, or a name of the program.
  let email: String
  /// The rating, from 1 to 255. 0 means no rating.
  let byte: UInt8
  /// The number of plays.
  let plays: Int64

  /// Reads a text; `nil` if it has another form.
  init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count >= 3, let byte = UInt8(parts[parts.count - 2]), let plays = Int64(parts[parts.count - 1]) else {
      return nil
    }
    email = parts.dropLast(2).joined(separator: "|")
    self.byte = byte
    self.plays = plays
  }

  /// The rating in stars, 1 to 5; `nil` without a rating.
  var stars: Int64? {
    if byte == 0 { return nil }
    if isLinear { return max(1, Int64((Double(byte) / 51).rounded())) }
    return switch byte {
    case ...31: 1
    case ...95: 2
    case ...159: 3
    case ...223: 4
    default: 5
    }
  }

  /// Whether each star is 51. Other programs divide the byte as Windows does, where 1, 64, 128, 196 and 255 are the stars.
  ///
  /// Ampache writes the e-mail of its user, and OneTagger that of MediaMonkey. Programs that write as Windows does have no multiples
  /// of 51 for other stars.
  private var isLinear: Bool { Self.linearEmails.contains(email.lowercased()) || byte.isMultiple(of: 51) }

  /// Traktor, Quod Libet, Picard and Kodi.
  private static let linearEmails: Set<String> = [
    "traktor@native-instruments.de", "quodlibet@lists.sacredchao.net", "users@musicbrainz.org", "ratings@xbmc.org",
  ]
}
