internal import MixtapeModel
internal import SystemPackage

/// An album of a grouping.
struct GroupedAlbum {
  /// The parts, as indices of the tracks.
  let parts: [[Int]]
  /// The number of the albums that can be copies of each other: they have the same release, or title and album artist.
  let family: Int
}

/// The division of tracks into albums.
///
/// The tracks of a directory belong together by the MusicBrainz id of their release; else by album and album artist; else by
/// directory. The directories of discs (`CD 1`, `CD 2`) count as the directory above them. ``AlbumJoining`` joins these parts to albums.
struct AlbumGrouping {
  /// The albums, in the order of their first tracks.
  let albums: [GroupedAlbum]

  /// Groups tracks.
  ///
  /// - Complexity: O(*n*).
  init(_ members: [AlbumMember]) {
    var keys = members.map { AlbumKey($0.traits, in: $0.directory) }
    Self.adopt(&keys, members)
    var parts: [AlbumPart] = []
    var places: [AlbumKey: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let place = places[key] {
        parts[place].members.append(index)
      } else {
        places[key] = parts.count
        parts.append(AlbumPart(key: key, members: [index]))
      }
    }
    albums = AlbumJoining(parts, members).albums
  }

  /// Assigns tracks with missing tags: those without a release to the only release with their title in their directory, those
  /// without an album artist to the only album with their title there, and those without an album to the only album there.
  private static func adopt(_ keys: inout [AlbumKey], _ members: [AlbumMember]) {
    replace(&keys, members) { key, albums in
      guard case .tagged(let title, let artist, _) = key else { return nil }
      return albums.filter { album in
        guard case .release = album.key, album.title == title else { return false }
        return artist.isEmpty || album.artist.isEmpty || artist == album.artist
      }
    }
    replace(&keys, members) { key, albums in
      guard case .tagged(let title, "", _) = key else { return nil }
      return albums.filter { if case .tagged(title, let artist, _) = $0.key { !artist.isEmpty } else { false } }
    }
    // Tracks of one album with and without an album artist are one album from here on.
    replace(&keys, members) { key, albums in
      guard case .place = key else { return nil }
      return albums
    }
  }

  /// An album of a directory.
  private struct Album: Hashable {
    let key: AlbumKey
    let title: String
    let artist: String
  }

  /// Replaces each key that has one candidate among the albums of its directory.
  ///
  /// - Parameter candidates: Returns the albums that tracks with a key can join, of those in their directory.
  private static func replace(
    _ keys: inout [AlbumKey], _ members: [AlbumMember], by candidates: (AlbumKey, Set<Album>) -> Set<Album>?
  ) {
    var albums: [FilePath: Set<Album>] = [:]
    for (key, member) in zip(keys, members) where !member.isGone {
      if case .place = key { continue }
      albums[member.directory, default: []].insert(
        Album(
          key: key, title: member.traits.title?.lowercased() ?? "", artist: member.traits.artist?.lowercased() ?? ""))
    }
    var replacements: [AlbumKey: AlbumKey] = [:]
    for key in Set(keys) {
      guard let found = candidates(key, albums[key.directory] ?? []) else { continue }
      let keys = Set(found.map(\.key))
      if keys.count == 1 { replacements[key] = keys.first }
    }
    keys = keys.map { replacements[$0] ?? $0 }
  }
}

/// A track of a scan or of the library, as far as it shows its album.
struct AlbumMember {
  /// A place in an album.
  struct Slot: Hashable {
    let disc: Int64
    /// The number on the disc, if it is known.
    let track: Int64?

    /// Returns whether a track can have one of some places. A track without a number can have any on its disc.
    func isTaken(in others: Set<Slot>) -> Bool {
      if track == nil { return others.contains { $0.disc == disc } }
      return others.contains(self) || others.contains(Slot(disc: disc, track: nil))
    }
  }

  /// Whether the file is gone.
  let isGone: Bool
  /// The directory of the album.
  var directory: FilePath
  let traits: AlbumTraits
  let slot: Slot
  let year: Int64?

  init(
    in directory: FilePath, _ traits: AlbumTraits, track: Int64?, disc: Int64?, year: Int64?, isGone: Bool = false
  ) {
    self.isGone = isGone
    self.directory = directory
    self.traits = traits
    self.year = year
    slot = Slot(disc: AlbumTitle.disc(disc, inAlbum: traits.title) ?? 1, track: track)
  }
}

/// The tracks of a directory that belong together by their tags.
struct AlbumPart {
  let key: AlbumKey
  /// The indices of the tracks.
  var members: [Int]
}

/// The joining of parts to albums: the discs and the directories of an album.
///
/// Parts can be one album if they have the same release, or the same title without its disc and the same album artist. They fit if
/// no number of a disc is in two parts. Without a release, the tracks of a disc that several parts have must also be numbered, and have
/// one year. The parts in or below a directory are one album if all of them fit, so a second copy of an album, or another album with
/// the same title, is another album. Compilations must also be in directories beside or inside each other.
struct AlbumJoining {
  /// The albums, in the order of their first tracks.
  private(set) var albums: [GroupedAlbum] = []

  private let parts: [AlbumPart]
  private let members: [AlbumMember]

  init(_ parts: [AlbumPart], _ members: [AlbumMember]) {
    self.parts = parts
    self.members = members
    var found: [(parts: [Int], family: Int)] = []
    for (family, linked) in linkedParts().enumerated() {
      var albums: [[Int]] = []
      divide(linked, below: 0, into: &albums)
      found += albums.map { ($0, family) }
    }
    albums = found.sorted { $0.parts[0] < $1.parts[0] }.map { album in
      GroupedAlbum(parts: album.parts.map { parts[$0].members }, family: album.family)
    }
  }

  /// Divides linked parts into albums: those below the highest directory in which all of them fit are one.
  ///
  /// - Parameters:
  ///   - level: The number of names that the directories of the parts have in common, at least.
  ///   - albums: The albums so far.
  private func divide(_ linked: [Int], below level: Int, into albums: inout [[Int]]) {
    if areOneAlbum(linked) {
      albums.append(linked)
      return
    }
    let names = linked.map { Array(parts[$0].key.directory.components) }
    var level = level
    func name(_ names: [FilePath.Component]) -> FilePath.Component? { names.count > level ? names[level] : nil }
    while let first = name(names[0]), names.allSatisfy({ name($0) == first }) { level += 1 }
    let groups = Dictionary(grouping: zip(linked, names)) { name($1) }.mapValues { $0.map(\.0) }
    for (name, group) in groups {
      if name != nil {
        divide(group, below: level + 1, into: &albums)
      } else {
        albums += areOneAlbum(group) ? [group] : group.map { [$0] }
      }
    }
  }

  /// A property that parts of an album share.
  private enum Link: Hashable {
    case release(String)
    case named(AlbumName)
    case inDirectory(AlbumName, FilePath)
    /// The directory, and the name of the directories inside those beside each other: `Ann/Hits` and `Bo/Hits`.
    case inDirectories(AlbumName, FilePath, String)
  }

  private func links(of part: AlbumPart) -> [Link] {
    switch part.key {
    case .place: return []
    case .release(let id, _): return [.release(id)]
    case .tagged(let title, let artist, let directory):
      let name = AlbumName(title: DiscName.withoutDisc(title), artist: artist)
      guard name.isSure else { return [.inDirectory(name, directory)] }
      guard name.isCompilation else { return [.named(name)] }
      let (parent, last) = PathTraits.split(directory)
      return [
        .inDirectory(name, directory), .inDirectory(name, parent),
        .inDirectories(name, PathTraits.split(parent).directory, last),
      ]
    }
  }

  /// Returns the parts that can be one album, in order.
  private func linkedParts() -> [[Int]] {
    var roots = Array(parts.indices)
    func root(of part: Int) -> Int {
      var part = part
      while roots[part] != part {
        roots[part] = roots[roots[part]]
        part = roots[part]
      }
      return part
    }
    var first: [Link: Int] = [:]
    for (index, part) in parts.enumerated() {
      for link in links(of: part) {
        guard let other = first[link] else {
          first[link] = index
          continue
        }
        let (one, two) = (root(of: index), root(of: other))
        roots[max(one, two)] = min(one, two)
      }
    }
    let groups = Dictionary(grouping: parts.indices, by: root)
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns whether linked parts fit into one album.
  ///
  /// - Complexity: O(*n*) in the number of tracks.
  private func areOneAlbum(_ indices: [Int]) -> Bool {
    if indices.count == 1 { return true }
    var owners: [AlbumMember.Slot: Int] = [:]
    var discs: [Int64: Disc] = [:]
    for index in indices {
      for member in parts[index].members.map({ members[$0] }) where !member.isGone {
        discs[member.slot.disc, default: Disc()].add(member, of: index)
        guard member.slot.track != nil else { continue }
        if let owner = owners.updateValue(index, forKey: member.slot), owner != index { return false }
      }
    }
    if case .release = parts[indices[0]].key { return true }
    // The tracks of a compilation can have the years of their first releases.
    let comparesYears = !indices.contains { parts[$0].key.isCompilation }
    return discs.values.allSatisfy { disc in
      disc.parts.count == 1 || disc.isNumbered && (!comparesYears || disc.years.count <= 1)
    }
  }

  /// A disc of an album.
  private struct Disc {
    private(set) var parts: Set<Int> = []
    private(set) var years: Set<Int64> = []
    private(set) var isNumbered = true

    mutating func add(_ member: AlbumMember, of part: Int) {
      parts.insert(part)
      if let year = member.year { years.insert(year) }
      if member.slot.track == nil { isNumbered = false }
    }
  }
}

/// The title of an album, without its disc, and its artist, in lower case.
private struct AlbumName: Hashable {
  let title: String
  let artist: String

  private static let various: Set = ["various artists", "various", "va", "v.a."]
  private static let unknown: Set = [
    "", "unknown", "[unknown]", "<unknown>", "unknown artist", "[unknown artist]", "unknown album", "[unknown album]",
  ]

  /// Whether the album is by various artists.
  var isCompilation: Bool { Self.various.contains(artist) }

  /// Whether title and artist name an album, wherever its files are.
  var isSure: Bool { !Self.unknown.contains(artist) && !Self.unknown.contains(title) }
}

extension AlbumKey {
  fileprivate var isCompilation: Bool {
    if case .tagged(let title, let artist, _) = self {
      AlbumName(title: title, artist: artist).isCompilation
    } else {
      false
    }
  }
}

/// The directories of discs that are copies of others of their album, such as `Box/CD1 copy` beside `Box/CD1`.
enum CopiedDiscs {
  /// Returns the directories that count as the directory of an album with others, and whose files all have the content of files there.
  /// Of two equal ones, the second in order is the copy.
  ///
  /// - Parameter files: The paths, and the digests of the contents; empty if unknown.
  /// - Complexity: O(*n* log *n*).
  static func directories(of files: [(path: FilePath, digest: String)]) -> Set<FilePath> {
    let byDirectory = Dictionary(grouping: files) { PathTraits.split($0.path).directory }
    let byAlbum = Dictionary(grouping: byDirectory.keys) { PathTraits.albumAndDisc(ofDirectory: $0).directory }
    var copies: Set<FilePath> = []
    for directories in byAlbum.values where directories.count > 1 {
      var known: Set<String> = []
      for directory in directories.sorted(by: { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }) {
        let digests = Set((byDirectory[directory] ?? []).map(\.digest))
        if !digests.contains(""), digests.isSubset(of: known) {
          copies.insert(directory)
        } else {
          known.formUnion(digests)
        }
      }
    }
    return copies
  }
}
