internal import MixtapeModel

/// PLS, versions 1 and 2: an INI file with numbered keys.
public struct PLSFormat: InterchangeFormat {
  init() {}

  /// The name on the command line.
  public var name: String { "pls" }
  /// The name in sentences.
  public var title: String { "PLS" }
  /// The extensions of its files.
  public var fileExtensions: [String] { ["pls"] }

  /// The aspects of playlists that the format has.
  public var capabilities: Capabilities {
    Capabilities([
      .key(.name): .partial("as `X-GNOME-Title`"),
      .key(.episodes): .full,
      .entry(.location): .full,
      .entry(.title): .full,
      .entry(.artist): .full,
      .entry(.duration): .partial("whole seconds"),
    ])
  }

  /// Returns whether the content has the header of a PLS file.
  public func recognizes(_ start: FormatSample) -> Recognition {
    if start.text.trimmed.hasPrefix("[playlist]") { return .certain }
    return start.text.contains("file1=") || start.text.contains("numberofentries") ? .possible : .no
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) -> InterchangeReading {
    var reader = PLSReader()
    return reader.read(bytes)
  }

  /// Writes the playlists of a document as one list of version 2.
  public func write(_ document: InterchangeDocument) -> [UInt8] {
    var text = "[playlist]\n"
    if let name = document.playlists.first?.name { text += "X-GNOME-Title=\(name.onOneLine)\n" }
    var number = 0
    for entry in document.playlists.flatMap(\.entries) {
      guard let location = entry.locations.first, location.fitsOnLine else { continue }
      number += 1
      let duration = entry.duration.flatMap { Int(exactly: $0.rounded()) } ?? -1
      text += "File\(number)=\(location)\n"
      if let title = entry.titleLine.nonEmpty { text += "Title\(number)=\(title.onOneLine)\n" }
      text += "Length\(number)=\(duration)\n"
    }
    return Array((text + "NumberOfEntries=\(number)\nVersion=2\n").utf8)
  }

  /// Returns the titles and addresses that do not fit on one line, and artists and titles that would be separated in another way.
  public func particularLosses(of playlist: InterchangePlaylist) -> [Loss] {
    losses(ofCharactersIn: playlist) { $0.breaksLine } + losses(ofLocationsIn: playlist)
      + losses(ofArtistsIn: playlist)
  }
}
