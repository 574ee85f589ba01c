import MixtapeStore

/// The cause of an error that an id does not exist: it is the name of another item.
struct NameOfItem: Error {
  let name: String
  let id: String
}

/// The cause of an error that a playlist or a podcast does not exist: it was deleted.
struct DeletedItem: Error {
  let item: StoreItem
}

/// The cause of an error that a playlist does not exist: a podcast has the id. Or the other way round.
struct ItemOfOtherKind: Error {
  let item: StoreItem
  /// The last word of the name of a command for the item.
  let command: String

  /// Makes a cause.
  ///
  /// - Parameter command: The command for the missing item. The other kind may not have such a command.
  init(item: StoreItem, command: String?) {
    self.item = item
    self.command = command.flatMap { Self.sharedCommands.contains($0) ? $0 : nil } ?? "show"
  }

  /// The commands that take the id of a playlist, or of a podcast after `podcast`.
  private static let sharedCommands: Set = ["show", "edit", "history", "diff", "restore"]
}
