/// A file with errors. The tree shows its last committed version, or nothing.
package struct FileFault: Equatable, Sendable {
  /// The playlist or podcast of the file; `nil` if its name is invalid.
  package let item: SidebarRow.Item?
  /// The first error, with its place.
  package let text: String

  package init(in item: SidebarRow.Item?, _ text: String) {
    self.item = item
    self.text = text
  }
}
