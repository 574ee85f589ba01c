public import GitHistory

/// A page of a history with the commits around its entries.
public struct HistoryGraph: Sendable {
  /// A commit of the graph.
  public struct Node: Hashable, Sendable, Identifiable {
    /// The commit.
    public let id: CommitID
    /// The commits to which its lines lead, first parent first.
    public let parents: [CommitID]
    /// Whether the commit is an entry of the history, on this page or an earlier one.
    public let isEntry: Bool

    /// Makes a node.
    public init(id: CommitID, parents: [CommitID], isEntry: Bool) {
      self.id = id
      self.parents = parents
      self.isEntry = isEntry
    }
  }

  /// The page.
  public let page: HistoryPage
  /// The commits from HEAD to the end of the page, children before parents. Some are not entries of the page.
  public let nodes: [Node]
}
