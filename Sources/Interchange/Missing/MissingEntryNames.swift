public import MixtapeModel

/// Unique ids for missing entries, made from artist and title.
public struct MissingEntryNames: Sendable {
  private let podcast: String
  private var ids: [MissingEntry: Episode.ID] = [:]
  private var taken: Set<Episode.ID> = []

  /// Makes names.
  ///
  /// - Parameters:
  ///   - existing: The missing entries of other playlists, by id. Equal entries get the same id.
  ///   - podcasts: The podcasts of the library. If `unresolved` is among them, ids get another prefix.
  public init(existing: [Episode.ID: MissingEntry] = [:], podcasts: Set<Podcast.ID> = []) {
    var (prefix, number) = (MissingEntry.podcast, 1)
    while podcasts.contains(where: { $0.rawValue == prefix }) {
      number += 1
      prefix = "\(MissingEntry.podcast)-\(number)"
    }
    podcast = prefix
    for (id, entry) in existing.sorted(by: { $0.key < $1.key }) where ids[entry] == nil { ids[entry] = id }
    taken = Set(existing.keys)
  }

  /// Returns the id of a missing entry.
  public mutating func id(of entry: MissingEntry) -> Episode.ID? {
    if let id = ids[entry] { return id }
    let name = Self.name(of: entry.entry)
    var (candidate, number) = (Episode.ID(rawValue: "\(podcast)/\(name)"), 1)
    while let id = candidate, taken.contains(id) {
      number += 1
      candidate = Episode.ID(rawValue: "\(podcast)/\(Self.cut(name, with: "-\(number)"))")
    }
    guard let id = candidate else { return nil }
    ids[entry] = id
    taken.insert(id)
    return id
  }

  /// Returns a readable name: artist and title, or the name of the file.
  private static func name(of entry: InterchangeEntry) -> String {
    let words = [entry.artist, entry.title].compactMap(\.self).joined(separator: " ")
    let text = words.isEmpty ? entry.display : words
    return plainName(text) ?? Playlist.ID(suggestedBy: text)?.rawValue ?? "entry"
  }

  /// Returns the name for ASCII text: like ``FileID/init(suggestedBy:)``, but faster.
  private static func plainName(_ text: String) -> String? {
    var text = text
    let bytes: [UInt8]? = text.withUTF8 { buffer in
      var result: [UInt8] = []
      result.reserveCapacity(buffer.count)
      for byte in buffer {
        if byte >= 0x80 { return nil }
        if byte.isLetter || byte.isDigit {
          if result.count >= NameRules.maximumLength { break }
          result.append(byte.lowercased)
        } else if byte != UInt8(ascii: "'"), !result.isEmpty, result.last != UInt8(ascii: "-") {
          if result.count >= NameRules.maximumLength { break }
          result.append(UInt8(ascii: "-"))
        }
      }
      if result.last == UInt8(ascii: "-") { result.removeLast() }
      return result.isEmpty ? nil : result
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func cut(_ name: String, with suffix: String) -> String {
    var stem = name
    while stem.utf8.count + suffix.utf8.count > NameRules.maximumLength { stem.removeLast() }
    return stem + suffix
  }
}
