/// The file format: a header line, a line of tab-separated fields for each feed, and a last line with their number.
extension FeedStates {
  private static let firstLine = "mixtape feeds 1"

  /// The content of the file.
  public var encoded: [UInt8] {
    var text = Self.firstLine + "\n"
    let lines = addresses.compactMap { line($0, self[$0]) }
    for line in lines { text += line + "\n" }
    return Array((text + "\(lines.count)\n").utf8)
  }

  private func line(_ address: String, _ state: FeedState) -> String? {
    let fields = [
      address, state.validators.entityTag ?? "", state.validators.lastModified ?? "",
      state.lastSuccess.map(String.init) ?? "", state.retryAfter.map(String.init) ?? "", state.appliedTo ?? "",
    ]
    // Feeds that can be fetched have no such values.
    guard !address.isEmpty, fields.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 } }) else { return nil }
    return fields.joined(separator: "\t")
  }

  /// Reads the content of a file; `nil` if it is damaged.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.greatestSize, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "", let count = lines.popLast(), let first = lines.first, first == Self.firstLine,
      count == "\(lines.count - 1)"
    else { return nil }
    self.init()
    for line in lines.dropFirst() {
      guard let (address, state) = Self.state(line) else { return nil }
      self[address] = state
    }
  }

  private static func state(_ line: Substring) -> (address: String, FeedState)? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 6, !fields[0].isEmpty else { return nil }
    func time(_ field: Substring) -> Int64?? { field.isEmpty ? .some(nil) : Int64(field).map(Optional.some) }
    guard let lastSuccess = time(fields[3]), let retryAfter = time(fields[4]) else { return nil }
    let validators = FeedValidators(
      entityTag: fields[1].isEmpty ? nil : String(fields[1]),
      lastModified: fields[2].isEmpty ? nil : String(fields[2]))
    return (
      String(fields[0]),
      FeedState(
        validators: validators, lastSuccess: lastSuccess, retryAfter: retryAfter,
        appliedTo: fields[5].isEmpty ? nil : String(fields[5]))
    )
  }
}
