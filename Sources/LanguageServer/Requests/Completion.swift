internal import JSON
internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension OpenDocument {
  /// The maximum number of episodes that one answer has. The client asks again as the user types.
  private static let maximumEpisodes = 100

  /// Returns completions at an offset: keys, episodes, or the fields of rules and of the sort order.
  func completions(at offset: Int) throws(MixtapeError) -> JSONNode {
    guard kind == .playlist, let store, let context = text.context(at: offset) else { return list([]) }
    switch context {
    case .key(let range): return list(keys(replacing: range))
    case .string(let key, let range):
      switch PlaylistKey(rawValue: key) {
      case .episodes: return try episodes(of: store, containing: text.text(range.lowerBound..<offset), replacing: range)
      case .conditions where !text.text(range.lowerBound..<offset).contains(" "):
        return list(RuleField.allCases.map { item($0.rawValue, kind: 5, replacing: range.lowerBound..<offset) })
      case .sort: return list(SortKey.names.map { item($0, kind: 5, replacing: range) })
      default: return list([])
      }
    }
  }

  private func keys(replacing range: Range<Int>) -> [JSONNode] {
    let present = Set(document.root.entries.map(\.key))
    return PlaylistKey.allCases.filter { !present.contains($0.rawValue) }.map { key in
      item(key.rawValue, kind: 10, replacing: range, new: "\(key.rawValue) = ", documentation: key.explanation)
    }
  }

  /// Returns the newest episodes whose id, title or podcast contains each of the words.
  private func episodes(
    of store: Store, containing typed: String, replacing range: Range<Int>
  ) throws(MixtapeError) -> JSONNode {
    let words = typed.lowercased().split(separator: " ")
    var items: [JSONNode] = []
    // Nothing in this query is relative to the time.
    let newestFirst = EpisodeQuery(sort: [.field(.published, descending: true)], now: .distantPast)
    try store.forEachEpisode(matching: newestFirst) { episode in
      let searched = "\(episode.id) \(episode.title) \(episode.album ?? "")"
      let lowercased = searched.lowercased()
      if words.allSatisfy({ lowercased.contains($0) }) {
        // The client sorts by text, and the order is that of the answer.
        let order = String(1000 + items.count)
        items.append(
          item(
            episode.id.rawValue, kind: 12, replacing: range, detail: episode.inOneLine, filter: searched, order: order))
      }
      return items.count < Self.maximumEpisodes
    }
    return list(items, isIncomplete: true)
  }

  private func list(_ items: [JSONNode], isIncomplete: Bool = false) -> JSONNode {
    .object([("isIncomplete", isIncomplete.json), ("items", .array(items))])
  }

  private func item(
    _ label: String, kind: Int, replacing range: Range<Int>, new: String? = nil, detail: String? = nil,
    documentation: String? = nil, filter: String? = nil, order: String? = nil
  ) -> JSONNode {
    .object([
      ("label", label.json), ("kind", kind.json), ("detail", detail?.json), ("documentation", documentation?.json),
      ("filterText", filter?.json), ("sortText", order?.json),
      ("textEdit", .object([("range", text.range(range)), ("newText", (new ?? label).json)])),
    ])
  }
}
