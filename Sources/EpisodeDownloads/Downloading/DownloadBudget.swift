/// The bytes that downloads may have together.
struct DownloadBudget {
  /// The maximum number of bytes.
  let limit: Int
  /// The number of bytes on disk.
  private(set) var used: Int
  /// The bytes that active downloads will write.
  private var reserved: [Int: Int] = [:]

  init(limit: Int, used: Int) {
    self.limit = limit
    self.used = used
  }

  /// The number of bytes that are neither used nor reserved; negative if the limit was lowered.
  var free: Int { limit - used - reserved.values.reduce(0, +) }

  /// Reserves bytes for a download, in addition to earlier ones. Returns whether there is room for them.
  mutating func reserve(_ bytes: Int, for download: Int) -> Bool {
    guard bytes <= free else { return false }
    reserved[download, default: 0] += bytes
    return true
  }

  /// Notes that a download has written reserved bytes.
  mutating func write(_ bytes: Int, of download: Int) {
    used += bytes
    reserved[download, default: bytes] -= bytes
  }

  /// Ends the reservation of a download.
  mutating func end(_ download: Int) { reserved[download] = nil }

  /// Notes that bytes were removed.
  mutating func remove(_ bytes: Int) { used -= bytes }
}
