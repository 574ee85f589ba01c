import Interchange
import MixtapeModel
import MixtapeStore
import PlaylistFiles

/// The file that an imported playlist starts from.
struct ImportBasis {
  /// The file, as a template of the playlist.
  let template: Template
  /// The lost parts of the text of the playlist file in the import, if that text cannot be used.
  let loss: Loss?

  /// Makes the file of a playlist.
  init(of imported: ImportedPlaylist) {
    let playlist = imported.playlist
    var source = PlaylistFile.source(
      of: playlist.episodes, comments: imported.comments, rules: imported.lostRules.map(\.comment),
      isSmart: playlist.criteria.conditions != nil)
    var loss: Loss?
    if let text = imported.fileText {
      do throws(EarlierTextFault) {
        let entries = imported.entries.enumerated().map { EarlierEntry($1.idInFile, comment: imported.comments[$0]) }
        let file = try PlaylistFile.new(playlist, entries, basedOn: Array(text.utf8)) { comment, offset in
          guard let missing = MissingEntry(comment: comment) else { return .own }
          let entry = imported.entries[offset]
          return .description(
            isCurrent: entry.match.episode != nil || missing.isShown(by: entry.entry),
            ownText: MissingEntry.ownText(in: comment))
        }
        source = file.source
      } catch {
        loss = Loss(.element("comments and unknown keys"), of: playlist.id.rawValue, Self.wording(of: error))
      }
    }
    template = Template(name: playlist.id.rawValue, source: source)
    self.loss = loss
  }

  private static func wording(of fault: EarlierTextFault) -> String {
    switch fault {
    case .tooLarge(let bytes): "the file would have \(bytes) bytes; the maximum is \(FileLimits.maximumSize)"
    case .invalid(let line, let message): "the text of the file has an error in line \(line): \(message)"
    case .notEditable: "the text of the file does not fit the playlist"
    }
  }
}

extension ImportedEntry {
  /// The id of the entry in the text of the playlist file in the import. The line of a missing entry describes it, so an entry that
  /// was found gets a new one.
  fileprivate var idInFile: Episode.ID {
    entry.episode.flatMap { MissingEntry.isPlaceholder($0) ? nil : $0 } ?? id
  }
}
