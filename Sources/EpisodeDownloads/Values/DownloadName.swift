public import MixtapeModel

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
    let candidates = [episode.url.flatMap(Self.fileExtension(ofAddress:)), format].compactMap { $0?.lowercased() }
    self.episode = episode.id
    fileExtension = candidates.first(where: Self.extensions.contains) ?? Self.unknownExtension
  }

  /// Returns the extension of the path in an address.
  private static func fileExtension(ofAddress address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let file = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return file.lastIndex(of: ".").map { String(file[file.index(after: $0)...]) }
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
    let isDevice = devices.contains(String(name.prefix { $0 != "." }))
    return "\(isDevice ? "~" : "")\(name)\(name.hasSuffix(".") ? "~" : "")"
  }

  private static func unescaped(_ name: String) -> String { name.filter { $0 != "~" } }

  /// The names of devices on Windows, with any extension.
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })
}
