internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
