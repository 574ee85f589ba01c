/// The result of reading a music file.
public enum TagResult: Hashable, Sendable {
  /// The file was read.
  case read(FileTags)
  /// The file was not read.
  case failed(TagFailure)
}

/// The content of a music file, as far as Mixtape knows it.
public struct FileTags: Hashable, Sendable {
  /// The tags and properties.
  public let tags: TrackTags
  /// The size in bytes.
  public let size: Int64
  /// The digest of the size and of parts of the content, by which a file is recognized that has moved.
  public let digest: String
  /// The first text of the tags that is probably in another encoding than they say.
  public let doubtfulText: DoubtfulText?

  /// Makes a content.
  public init(tags: TrackTags, size: Int64, digest: String, doubtfulText: DoubtfulText? = nil) {
    self.tags = tags
    self.size = size
    self.digest = digest
    self.doubtfulText = doubtfulText
  }
}

/// The reason why a music file was not read.
public enum TagFailure: Hashable, Sendable {
  /// The file has no sound in a known format.
  case noSound
  /// The file cannot be opened. The text is the system's reason.
  case unreadable(String)
  /// The file requires more memory than it may take.
  case tooMuchMemory
  /// The file ended the program that reads tags. The number is that of the signal.
  case crash(signal: Int32)
  /// Reading took too long.
  case timeout
  /// TagLib refuses the file.
  case refused
}
