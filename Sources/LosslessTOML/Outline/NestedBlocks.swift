/// The parts of a block that contain other blocks, outside of the block: most blocks have none, and a merge copies blocks often.
final class NestedBlocks: Sendable {
  /// The parts, which are those of ``TOMLBlock``.
  struct Parts: Sendable {
    var lead: [TOMLBlock] = []
    var container: TOMLContainer?
    var lines: [TOMLBlock] = []
    var sections: [TOMLBlock] = []
    var endComments: [TOMLBlock] = []
    var end = 0..<0

    /// Whether a block with these parts contains no other block.
    var isEmpty: Bool {
      lead.isEmpty && container == nil && lines.isEmpty && sections.isEmpty && endComments.isEmpty && end == 0..<0
    }
  }

  let parts: Parts

  init(_ parts: Parts) { self.parts = parts }
}
