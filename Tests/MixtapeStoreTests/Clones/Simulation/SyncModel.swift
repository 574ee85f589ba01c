import Foundation
import MixtapeModel

/// A record of who did what in a simulation, and what each clone knew then. The final state is compared with it.
///
/// The knowledge of a clone is a lower bound: only what a successful sync has certainly brought counts.
struct SyncModel {
  /// A thing that somebody added, and that somebody may have removed.
  enum Item: Hashable {
    /// A playlist, by its number.
    case list(Int)
    /// An episode of a playlist.
    case episode(Int, Episode.ID)
    /// A rule of a playlist, in its canonical form.
    case rule(Int, String)
    /// A comment in the file of a playlist, and the episode on whose line it is, if any.
    case comment(Int, String, Episode.ID?)
    /// A tag of the podcast.
    case tag(String)
    /// An episode of the podcast.
    case track(Episode.ID)

    /// The same item of another playlist.
    fileprivate func moved(to list: Int) -> Item {
      switch self {
      case .list, .tag, .track: self
      case .episode(_, let episode): .episode(list, episode)
      case .rule(_, let rule): .rule(list, rule)
      case .comment(_, let text, let episode): .comment(list, text, episode)
      }
    }

    /// The number of the playlist that contains the item; `nil` for the library.
    var list: Int? {
      switch self {
      case .list(let list), .episode(let list, _), .rule(let list, _), .comment(let list, _, _): list
      case .tag, .track: nil
      }
    }
  }

  /// A value that somebody set, and that others may have set differently.
  enum Field: Hashable {
    case name(Int)
    case description(Int)
    case folder(Int)
    case id(Int)
    case title
    case rating(Episode.ID)

    /// The number of the playlist that has the value; `nil` for the library.
    var list: Int? {
      switch self {
      case .name(let list), .description(let list), .folder(let list), .id(let list): list
      case .title, .rating: nil
      }
    }

    /// The same value of another playlist.
    fileprivate func moved(to list: Int) -> Field {
      switch self {
      case .name: .name(list)
      case .description: .description(list)
      case .folder: .folder(list)
      case .id: .id(list)
      case .title, .rating: self
      }
    }
  }

  /// The plays of an episode.
  struct Plays {
    var count: Int64 = 0
    /// The time of the last one.
    var last: Date
    /// The numbers of plays that were recorded together without changing the time of the last play, because a clock was behind it.
    var unidentified: Set<Int64> = []

    /// Returns whether a file may have a number of plays in the end.
    ///
    /// Two clones can write the same bytes for different plays, if one of them left the time as it was. Equal files are merged to
    /// themselves, so that such plays count once.
    func allows(_ found: Int64) -> Bool { found == count || unidentified.contains(count - found) }
  }

  /// The number of an event.
  typealias Event = Int

  /// The number of clones.
  let cloneCount: Int
  /// The events that each clone knows, and those that the remote has.
  private var known: [Set<Event>]
  private var remote: Set<Event> = []
  /// The events that were known when an event happened.
  private(set) var history: [Set<Event>] = []
  private(set) var additions: [Item: [Event]] = [:]
  private(set) var removals: [Item: [Event]] = [:]
  private var values: [Field: [(event: Event, value: String)]] = [:]
  private var touches: [Int: [Event]] = [:]
  /// The changes of rules, by playlist.
  private(set) var rules: [Int: RuleEvents] = [:]
  /// The playlists that are in one file with others.
  private var shared: Set<Int> = []
  /// The plays of each episode.
  private(set) var plays: [Episode.ID: Plays] = [:]
  /// The events in words, oldest first.
  private(set) var journal: [String] = []

  init(cloneCount: Int) {
    self.cloneCount = cloneCount
    known = Array(repeating: [], count: cloneCount)
  }

  // MARK: Events

  mutating func add(_ item: Item, by clone: Int?) {
    let event = happen(by: clone, "adds \(item)")
    additions[item, default: []].append(event)
    if case .rule(let list, _) = item { rules[list, default: RuleEvents()].additions.append(event) }
    if let list = item.list { touches[list, default: []].append(event) }
  }

  mutating func remove(_ item: Item, by clone: Int?) {
    let event = noteRemoval(of: item, by: clone)
    if case .rule(let list, _) = item { rules[list, default: RuleEvents()].removals.append(event) }
  }

  /// Notes that a clone removed all rules of a playlist that it knew.
  mutating func removeAllRules(_ texts: [String], of list: Int, by clone: Int) {
    for text in texts { noteRemoval(of: .rule(list, text), by: clone) }
    let event = happen(by: clone, "leaves no rules in \(list)")
    rules[list, default: RuleEvents()].endings.append(event)
    touches[list, default: []].append(event)
  }

  @discardableResult
  private mutating func noteRemoval(of item: Item, by clone: Int?) -> Event {
    let event = happen(by: clone, "removes \(item)")
    removals[item, default: []].append(event)
    if case .list = item { return event }
    if let list = item.list { touches[list, default: []].append(event) }
    return event
  }

  mutating func set(_ field: Field, to value: String, by clone: Int?) {
    let event = happen(by: clone, "sets \(field) to \(value)")
    values[field, default: []].append((event, value))
    if let list = field.list { touches[list, default: []].append(event) }
  }

  /// Notes another change of a playlist, such as a move of an episode.
  mutating func touch(_ list: Int, by clone: Int) {
    touches[list, default: []].append(happen(by: clone, "edits \(list)"))
  }

  /// Notes plays.
  ///
  /// - Parameter isLatest: Whether the clone knew only of plays at earlier times.
  mutating func play(_ track: Episode.ID, _ count: Int64, at time: Date, isLatest: Bool, by clone: Int) {
    _ = happen(by: clone, "plays \(track)")
    var plays = plays[track] ?? Plays(last: time)
    plays.count += count
    plays.last = max(plays.last, time)
    if !isLatest { plays.unidentified.insert(count) }
    self.plays[track] = plays
  }

  /// Notes a successful sync.
  mutating func sync(_ clone: Int) {
    journal.append("\(clone) syncs")
    remote.formUnion(known[clone])
    known[clone] = remote
  }

  /// Notes something that explains later events.
  mutating func note(_ words: String) { journal.append(words) }

  /// Adds an event of a clone; `nil` for the beginning, which everybody knows.
  private mutating func happen(by clone: Int?, _ words: String) -> Event {
    let event = history.count
    guard let clone else {
      history.append([])
      remote.insert(event)
      for index in known.indices { known[index].insert(event) }
      return event
    }
    journal.append("\(clone) \(words)")
    history.append(known[clone])
    known[clone].insert(event)
    return event
  }
}

// MARK: - Laws

extension SyncModel {
  /// Returns whether the final state has an item.
  enum Presence: String {
    case required, forbidden
    case open = "either way"
  }

  /// The items that somebody added.
  var items: [Item] { Array(additions.keys) }

  /// Returns whether the final state has an item.
  func presence(of item: Item) -> Presence {
    let removals = removals[item] ?? []
    if case .list(let list) = item {
      guard !removals.isEmpty else { return .required }
      if shared.contains(list) { return .open }
      let touches = touches[list] ?? []
      return removals.contains { history[$0].isSuperset(of: touches) } ? .forbidden : .open
    }
    // A playlist that stays for a change elsewhere has the episodes of that version.
    if isContainerRemoved(item) || dependsOnConflictOfRules(item) { return .open }
    if removals.isEmpty { return .required }
    let isKnown = (additions[item] ?? []).allSatisfy { addition in
      removals.contains { history[$0].contains(addition) }
    }
    return isKnown ? .forbidden : .open
  }

  /// Whether somebody removed the playlist of an item, or the episode of a comment.
  private func isContainerRemoved(_ item: Item) -> Bool {
    if case .comment(let list, _, let episode?) = item, removals[.episode(list, episode)] != nil { return true }
    guard let list = item.list else { return false }
    return (shared.contains(list) ? Array(shared) : [list]).contains { removals[.list($0)] != nil }
  }

  /// The values that nobody replaced who knew them; `nil` for a playlist that somebody removed. It can come back from a clone that
  /// did not know these values.
  func values(of field: Field) -> Set<String>? {
    if let list = field.list, removals[.list(list)] != nil { return nil }
    let all = values[field] ?? []
    return Set(all.filter { one in !all.contains { history[$0.event].contains(one.event) } }.map(\.value))
  }

  /// Treats playlists as one, whose file has the marks of all: two clones created them with one id.
  ///
  /// Whoever deletes one of them may not know the other, so a deletion of a part says nothing.
  mutating func unite(_ lists: [Int]) {
    for list in lists.dropFirst() {
      func moved<Value>(_ item: Item, _ values: inout [Item: [Value]]) {
        guard let found = values.removeValue(forKey: item) else { return }
        values[item.moved(to: lists[0]), default: []] += found
      }
      for item in Set(additions.keys).union(removals.keys) where item.list == list && item != .list(list) {
        moved(item, &additions)
        moved(item, &removals)
      }
      if let events = rules.removeValue(forKey: list) { rules[lists[0], default: RuleEvents()].add(events) }
      for field in Array(values.keys) where field.list == list {
        values[field.moved(to: lists[0]), default: []] += values.removeValue(forKey: field) ?? []
      }
    }
    shared.formUnion(lists)
  }

  /// The fields that somebody set.
  var fields: [Field] { Array(values.keys) }
}
