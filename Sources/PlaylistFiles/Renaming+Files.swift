public import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// Returns the file with a new name in its rules and its entries. All else keeps every byte.
  public func applying(_ renaming: Renaming) throws(PlaylistFileError) -> PlaylistFile {
    guard let playlist else { throw PlaylistFileError(code: .fileHasErrors, cause: nil) }
    var renamed: [Episode.ID: Episode.ID] = [:]
    for episode in playlist.episodes { renamed[episode] = renaming.newID(of: episode) }
    let rules: [WrittenRule]?
    do throws(RuleError) {
      rules = try playlist.criteria.conditions?.map { (rule) throws(RuleError) in try rule.applying(renaming) }
    } catch {
      throw PlaylistFileError(code: .differentMeaning, cause: nil)
    }
    let target = playlist.withEpisodes(playlist.episodes.map { renamed[$0] ?? $0 })
      .withCriteria { $0.conditions = rules }
    return target == playlist ? self : try changed(to: target, renamed: renamed)
  }

  /// Returns whether the file has the old name, as far as it can be read: it may have errors.
  public func mentions(_ renaming: Renaming) -> Bool {
    let entries = document.root[PlaylistKey.episodes.rawValue]?.array?.compactMap(\.string) ?? []
    if entries.compactMap(Episode.ID.init(rawValue:)).contains(where: { renaming.newID(of: $0) != nil }) { return true }
    let rules = document.root[PlaylistKey.conditions.rawValue]?.array?.compactMap(\.string) ?? []
    return rules.contains { text in
      do throws(RuleError) {
        let rule = try WrittenRule(parsing: text)
        return try rule.applying(renaming) != rule
      } catch {
        return false
      }
    }
  }
}

extension StoreFile {
  /// Returns the bytes of the file with a new name in the lists of exported playlists. All else keeps every byte.
  public static func applying(_ renaming: Renaming, to source: [UInt8]) throws(TOMLEditError) -> [UInt8] {
    guard case .playlist(let old, let new) = renaming else { return source }
    var document = TOMLDocument(parsing: source)
    guard let export = document.root["export"]?.table else { return source }
    var tables: [(path: [TOMLPathComponent], table: TOMLTable)] = [([.key("export")], export)]
    for entry in export.entries {
      if let place = entry.value.table { tables.append(([.key("export"), .key(entry.key)], place)) }
    }
    var assignments: [TOMLAssignment] = []
    for (path, table) in tables {
      let names = table["playlists"]?.array?.map(\.string) ?? []
      for (offset, name) in names.enumerated() where name == old.rawValue {
        let place = TOMLPath(path + [.key("playlists"), .index(offset)])
        assignments.append(TOMLAssignment(place, .string(new.rawValue)))
      }
    }
    guard !assignments.isEmpty else { return source }
    try document.setAll(assignments)
    return document.source
  }
}
