/// What happened to a playlist or a podcast, as listeners hear of it.
public enum ItemChange<Item: FileBacked>: Hashable, Sendable {
  /// It came into being.
  case created(Item)
  /// It changed in place.
  case updated(from: Item, to: Item)
  /// It went to another folder; nothing else changed but its times.
  case moved(from: Item, to: Item)
  /// It is gone.
  case deleted(Item)

  /// The change that leads from one state to another, or `nil` if there is none.
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

  /// The state before; `nil` of what came into being.
  public var before: Item? {
    switch self {
    case .created: nil
    case .updated(let before, _), .moved(let before, _), .deleted(let before): before
    }
  }

  /// The state after; `nil` of what is gone.
  public var after: Item? {
    switch self {
    case .created(let after), .updated(_, let after), .moved(_, let after): after
    case .deleted: nil
    }
  }

  /// What it is now, or was last.
  public var item: Item {
    switch self {
    case .created(let item), .updated(_, let item), .moved(_, let item), .deleted(let item): item
    }
  }

  /// The change with another state after it, as it was saved.
  func with(after: (_ before: Item?, _ after: Item) -> Item) -> ItemChange {
    switch self {
    case .created(let new): .created(after(nil, new))
    case .updated(let old, let new): .updated(from: old, to: after(old, new))
    case .moved(let old, let new): .moved(from: old, to: after(old, new))
    case .deleted: self
    }
  }
}

/// What happened to a playlist.
public typealias PlaylistChange = ItemChange<Playlist>

/// What happened to a podcast or an album.
public typealias PodcastChange = ItemChange<Podcast>
