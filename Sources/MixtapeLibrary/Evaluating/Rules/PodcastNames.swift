public import MixtapeModel

/// The texts of all podcasts in a field that rules name: their ids, folders or tags.
public struct PodcastNames: Sendable {
  /// The fields with such texts.
  public static let fields: Set<RuleField> = [.podcast, .folder, .tag]

  private let field: RuleField
  private let originals: [String]
  private let folded: Set<String>

  /// Collects the texts of podcasts.
  ///
  /// - Parameter field: One of ``fields``.
  public init(_ field: RuleField, of podcasts: some Sequence<Podcast>) {
    self.init(field, podcasts.flatMap { $0.names(in: field) })
  }

  /// Makes the names from texts.
  ///
  /// - Parameter field: One of ``fields``.
  public init(_ field: RuleField, _ texts: [String]) {
    self.init(field, texts, folded: texts.map(TextFolding.fold))
  }

  init(_ field: RuleField, _ originals: [String], folded: [String]) {
    self.field = field
    self.originals = originals
    self.folded = Set(folded)
  }

  /// Returns whether a podcast has a text, in any case. A folder whose podcasts are all in folders inside it is one that the library
  /// has. Rules with the empty text look for nothing.
  public func contains(_ text: String) -> Bool {
    let text = TextFolding.fold(text)
    if text.isEmpty || folded.contains(text) { return true }
    return field == .folder && folded.contains { $0.utf8.starts(with: "\(text)/".utf8) }
  }

  /// Returns the text that is nearest to a missing one; empty if none is near.
  public func nearest(to text: String) -> [String] {
    NearestNames.of(text, among: Set(originals).sorted(), limit: 1)
  }
}

extension Podcast {
  /// Returns the texts of the podcast in one of ``PodcastNames/fields``.
  fileprivate func names(in field: RuleField) -> [String] {
    switch field {
    case .podcast: [id.rawValue]
    case .folder: folder == .top ? [] : [folder.path]
    case .tag: tags
    default: []
    }
  }

  /// Returns what rules can have named in the podcast, and no longer find in it. A folder counts with the folders that contain it.
  fileprivate func names(missingIn after: Podcast?) -> [RuleField: Set<String>] {
    var missing: [RuleField: Set<String>] = [:]
    for field in PodcastNames.fields {
      var names = Set(names(in: field))
      if field == .folder {
        var parent = folder.parent
        while let outer = parent, outer != .top {
          names.insert(outer.path)
          parent = outer.parent
        }
      }
      names.subtract(after?.names(in: field) ?? [])
      if !names.isEmpty { missing[field] = names }
    }
    return missing
  }
}

extension PodcastNames {
  /// Returns the texts that changes take from podcasts, by their fields. Others may still have them.
  public static func taken(by changes: [PodcastChange]) -> [RuleField: Set<String>] {
    changes.reduce(into: [:]) { taken, change in
      guard let before = change.before else { return }
      taken.merge(before.names(missingIn: change.after)) { $0.union($1) }
    }
  }
}
