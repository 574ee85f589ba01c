internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import PlaylistFiles

/// The podcasts, folders and tags that rules name, checked against the library. Files are read only for tags.
struct LibraryReferences {
  private let store: Store
  private var known: [RuleField: PodcastNames] = [:]

  init(_ store: Store) { self.store = store }

  /// Returns warnings of names in the rules of a playlist that no podcast has. Names that a rule excludes are not reported, as in
  /// evaluations.
  mutating func diagnostics(of source: [UInt8], at path: String) throws(MixtapeError) -> [Diagnostic] {
    guard case .playlist(let file)? = ParsedFile(parsing: source, at: path) else { return [] }
    var diagnostics: [Diagnostic] = []
    for mention in file.namedTexts where !mention.value.isExcluded {
      let (field, text) = (mention.value.field, mention.value.text)
      guard PodcastNames.fields.contains(field) else { continue }
      let names = try names(in: field)
      guard !names.contains(text) else { continue }
      diagnostics.append(
        Diagnostic(
          id: .unknownName, severity: .warning, range: mention.range,
          message: "the rule names \(RuleWording.missingName(text, in: field))",
          notes: names.nearest(to: text).map { Diagnostic.Note(message: "did you mean \"\($0)\"?") }))
    }
    return diagnostics
  }

  /// Returns the names that podcasts have in a field.
  ///
  /// - Parameter field: One of ``PodcastNames/fields``.
  mutating func names(in field: RuleField) throws(MixtapeError) -> PodcastNames {
    if let names = known[field] { return names }
    let found = try FoundFiles(.library, of: store)
    let names =
      switch field {
      case .podcast: PodcastNames(field, found.files.map(\.name))
      case .folder: PodcastNames(field, found.files.map(\.folder.path).filter { !$0.isEmpty })
      // The check itself reports files with errors.
      default: PodcastNames(field, of: try StoreReader(store, notifies: false).podcasts(found))
      }
    known[field] = names
    return names
  }
}
