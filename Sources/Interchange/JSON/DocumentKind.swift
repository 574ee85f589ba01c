/// The kinds of documents that servers send instead of a playlist, for example with an error.
enum DocumentKind {
  /// Returns the name of a kind, with an article if it has one; `nil` for a playlist.
  static func name(of bytes: [UInt8]) -> String? {
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "<"): return "a web page or an XML document"
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      do throws(JSONReader.Failure) {
        _ = try JSONReader.read(bytes)
        return "JSON"
      } catch {
        // The path of a file, and the header of a section, can begin with a bracket.
        return nil
      }
    default: return nil
    }
  }
}
