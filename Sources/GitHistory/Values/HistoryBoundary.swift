/// The reason why history is cut off at a commit that is not the first one.
public enum HistoryBoundary: String, Hashable, Sendable, CaseIterable {
  /// The clone is shallow: older commits were not fetched.
  case shallow
  /// `info/grafts` gives the commit no parents.
  case graft
  /// A reference in `refs/replace/` replaces the commit by one without parents.
  case replacement
}
