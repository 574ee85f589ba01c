/// A change of a playlist or a podcast, as it is sent to listeners.
public enum ItemChange<Item: FileBacked>: Hashable, Sendable {
  /// The item was created.
  case created(Item)
  /// The item was changed.
  case updated(from: Item, to: Item)
  /// The item was moved to another folder. Its contents are unchanged.
  case moved(from: Item, to: Item)
  /// The item was deleted.
  case deleted(Item)

  /// Makes the change from one state to another; `nil` if they are equal.
  public init?(from before: Item?, to after: Item?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self = .created(after)
    case (let before?, nil): self = .deleted(before)
    case (let before?, let after?):
      if before == after { return nil }
      let isMove = before.folder != after.folder && before.withFolder(after.folder).hasContents(of: after)
      self = isMove ? .moved(from: before, to: after) : .updated(from: before, to: after)
    }
  }

  /// The state before; `nil` if the item was created.
  public var before: Item? {
    switch self {
    case .created: nil
    case .updated(let before, _), .moved(let before, _), .deleted(let before): before
    }
  }

  /// The state after; `nil` if the item was deleted.
  public var after: Item? {
    switch self {
    case .created(let after), .updated(_, let after), .moved(_, let after): after
    case .deleted: nil
    }
  }

  /// The present state, or the last one of a deleted item.
  public var item: Item {
    switch self {
    case .created(let item), .updated(_, let item), .moved(_, let item), .deleted(let item): item
    }
  }

  /// Returns the change with another state after it: the state as it was saved.
  func with(after: (_ before: Item?, _ after: Item) -> Item) -> ItemChange {
    switch self {
    case .created(let new): .created(after(nil, new))
    case .updated(let old, let new): .updated(from: old, to: after(old, new))
    case .moved(let old, let new): .moved(from: old, to: after(old, new))
    case .deleted: self
    }
  }
}

/// A change of a playlist.
public typealias PlaylistChange = ItemChange<Playlist>

/// A change of a podcast or an album.
public typealias PodcastChange = ItemChange<Podcast>
