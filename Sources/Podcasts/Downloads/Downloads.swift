public import Companions
internal import FileSystem
public import MixtapeModel
public import SystemPackage

/// The downloads in a directory, as found in one look.
public struct Downloads: Hashable, Sendable {
  /// A download.
  public struct Item: Hashable, Sendable {
    /// The names of its files.
    public let name: DownloadName
    /// The path of the complete file, which a partial download does not have yet.
    public let path: FilePath
    /// Whether the file is complete.
    public let isComplete: Bool
    /// The number of bytes on disk.
    public let bytes: Int
  }

  /// The downloads, by episode.
  public private(set) var items: [Episode.ID: Item] = [:]
  /// All downloads: in addition, partial ones of an episode that has another one.
  public private(set) var all: [Item] = []

  /// Makes a collection without downloads.
  public init() {}

  /// Adds a download. A complete one replaces a partial one with another extension.
  mutating func add(_ item: Item) {
    all.append(item)
    if let other = items[item.name.episode], other.isComplete || !item.isComplete { return }
    items[item.name.episode] = item
  }

  /// The total size on disk in bytes.
  public var bytes: Int { all.reduce(0) { $0 + $1.bytes } }

  /// Returns the path of the complete file of an episode.
  public func path(of episode: Episode.ID) -> FilePath? {
    items[episode].flatMap { $0.isComplete ? $0.path : nil }
  }
}

/// The names of the files of a download, such as `auroras.mp3` in `night-sky`.
///
/// Ids consist of letters, digits, `-`, `_` and `.`, so all file systems accept them, except for the names of devices on Windows and
/// for a `.` at the end. Such names get a `~`, which no id has.
public struct DownloadName: Hashable, Sendable {
  /// The episode that the files belong to.
  public let episode: Episode.ID
  /// The extension of the file, in lower case.
  public let fileExtension: String

  /// The extensions that files of downloads have.
  public static let extensions: Set = [
    "3gp", "aac", "ac3", "aif", "aiff", "amr", "ape", "avi", "caf", "flac", "m4a", "m4b", "m4v", "mka", "mkv", "mov",
    "mp2", "mp3",
    "mp4", "mpg", "oga", "ogg", "ogv", "opus", "spx", "wav", "weba", "webm", "wma", "wmv", "wv",
  ]

  /// The extension of a file of unknown format. Players recognize the format by the content.
  public static let unknownExtension = "audio"

  /// Makes the names for an episode. The extension is that of its address, else its format, if players know it.
  public init(of episode: Episode) {
    let format: String? = if case .text(let format)? = episode.fields[.fileFormat] { format } else { nil }
    let ofAddress = episode.url.flatMap { AddressReference($0).fileExtension }
    let candidates = [ofAddress, format?.lowercased()].compactMap(\.self)
    self.episode = episode.id
    fileExtension = candidates.first(where: Self.extensions.contains) ?? Self.unknownExtension
  }

  // MARK: Files

  /// The directory of the podcast.
  var folder: String { Self.folder(of: episode.podcast) }

  /// The finished file.
  var file: String { "\(Self.escaped(episode.name)).\(fileExtension)" }

  /// The file while it is downloaded.
  var partialFile: String { ".\(file).part" }

  /// The file that marks the others as files of a download.
  var mark: String { ".\(file)\(Self.markSuffix)" }

  static let markSuffix = ".download"

  /// Returns the name of the directory of a podcast.
  static func folder(of podcast: Podcast.ID) -> String { escaped(podcast.rawValue) }

  /// Reads the name of a directory; `nil` if it is not that of a podcast.
  static func podcast(ofFolder folder: String) -> Podcast.ID? {
    let podcast = Podcast.ID(rawValue: unescaped(folder))
    return podcast.flatMap { self.folder(of: $0) == folder ? $0 : nil }
  }

  /// Reads the name of a mark; `nil` for other names.
  init?(mark: String, of podcast: Podcast.ID) {
    guard mark.hasPrefix("."), mark.hasSuffix(Self.markSuffix) else { return nil }
    let file = mark.dropFirst().dropLast(Self.markSuffix.count)
    guard let dot = file.lastIndex(of: "."),
      let episode = Episode.ID(podcast: podcast, name: Self.unescaped(String(file[..<dot])))
    else { return nil }
    let fileExtension = String(file[file.index(after: dot)...])
    guard Self.extensions.contains(fileExtension) || fileExtension == Self.unknownExtension else { return nil }
    self.episode = episode
    self.fileExtension = fileExtension
    guard self.mark == mark else { return nil }
  }

  private static func escaped(_ name: String) -> String {
    "\(PortablePath.isDevice(name) ? "~" : "")\(name)\(name.hasSuffix(".") ? "~" : "")"
  }

  private static func unescaped(_ name: String) -> String { name.filter { $0 != "~" } }
}

/// The content of the file that marks a download: the origin of a partial file, to continue it, and who made it.
struct DownloadMark: Equatable {
  /// The digest of the address. The address itself may contain a password.
  let origin: String
  /// The validators of the response.
  let validators: FeedValidators
  /// The length of the whole file, if the server stated it.
  let length: Int?
  /// Whether Mixtape made the download by itself, so that it may also remove it.
  var isAutomatic = false

  private static let firstLine = "mixtape download 1"

  /// The last line of a download that Mixtape made by itself.
  private static let automatic = "automatic"

  /// The maximum size of a mark in bytes.
  static let maximumSize = 4096

  init(address: String, validators: FeedValidators, length: Int?, isAutomatic: Bool = false) {
    origin = Self.origin(of: address)
    self.validators = validators
    self.length = length
    self.isAutomatic = isAutomatic
  }

  /// Reads the content of a file; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 6, lines[0] == Self.firstLine, [[""], [Self.automatic, ""]].contains(Array(lines[5...])) else {
      return nil
    }
    isAutomatic = lines.count > 6
    origin = lines[1]
    validators = FeedValidators(entityTag: lines[2].nonEmpty, lastModified: lines[3].nonEmpty)
    length = Int(lines[4])
  }

  /// The content of the file.
  var bytes: [UInt8] {
    let lines = [
      Self.firstLine, origin, validators.entityTag ?? "", validators.lastModified ?? "", length.map(String.init) ?? "",
    ]
    let all = isAutomatic ? lines + [Self.automatic] : lines
    return Array(all.map { "\($0)\n" }.joined().utf8)
  }

  /// Returns whether the partial file comes from an address.
  func isOf(_ address: String) -> Bool { origin == Self.origin(of: address) }

  private static func origin(of address: String) -> String { ContentDigest.text(of: Array(address.utf8)) }
}

/// The reason why an episode was not downloaded, or a download not removed.
public enum DownloadError: Error, Hashable, Sendable {
  /// The file could not be fetched.
  case fetch(FetchError)
  /// The address leads to a private network, but the feed of the podcast is public.
  case refusedAddress
  /// The downloads would have more bytes than the limit.
  case limitReached(limit: Int)
  /// Another file has the name of the download.
  case occupied(FilePath)
  /// The directory belongs to a git repository's own files.
  case insideRepository(FilePath)
  /// Another process changes the downloads.
  case busy(FilePath)
  /// An error of the system.
  case system(FilePath, Errno)
}
