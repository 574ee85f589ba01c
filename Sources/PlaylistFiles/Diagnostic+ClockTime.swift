internal import LosslessTOML
internal import MixtapeModel

extension Diagnostic {
  /// Returns the diagnostic, with a note that has the number of seconds if it is an error of the parser about a playing
  /// time such as `31:40`.
  func notingSeconds(in source: [UInt8]) -> Diagnostic {
    guard id.rawValue.hasPrefix("toml."), source.indices.contains(range.lowerBound), range.upperBound <= source.count,
      let time = ClockTime(String(decoding: source[range.lowerBound..<range.upperBound], as: UTF8.self)),
      let key = Self.key(before: range.lowerBound, in: source)
    else { return self }
    let note = Note(message: "`\(key.rawValue)` is a number of seconds: \(time.seconds)")
    return Diagnostic(id: id, severity: severity, range: range, message: message, notes: notes + [note])
  }

  /// Returns the key of a time whose value begins at an offset; `nil` for any other key.
  private static func key(before offset: Int, in source: [UInt8]) -> TrackField? {
    let longest = 80
    let text = String(decoding: source[max(0, offset - longest)..<offset], as: UTF8.self)
    guard let name = text.firstMatch(of: #/([A-Za-z]+)[ \t]*=[ \t]*$/#)?.output.1,
      let field = TrackField(rawValue: String(name)), field.valueType == .seconds
    else { return nil }
    return field
  }
}
