import JSON
import MixtapeModel
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as the program prints it: more characters are escaped than the standard asks for, so that it is safe on a terminal.
extension JSONNode {
  /// The JSON on one line.
  var compact: String { JSONWriter.compact(self, escaping: \.controlsTerminal) }

  /// The JSON on several lines.
  var pretty: String { JSONWriter.text(self, escaping: \.controlsTerminal) }

  /// Returns the encoding of a value.
  static func encoding(_ value: some Encodable) throws -> JSONNode {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try JSONReader.read(Array(try encoder.encode(value)))
  }
}

extension Duration {
  /// The number of seconds, rounded to milliseconds, for JSON. The division of durations is not exact: 2541 s divided by
  /// 1 s is 2540.9999999999995.
  var roundedSeconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()) / 1_000
  }
}
