public import FeedFetching
public import SystemPackage

/// The reason why an episode was not downloaded, or a download not removed.
public enum DownloadError: Error, Hashable, Sendable {
  /// The file could not be fetched.
  case fetch(FetchError)
  /// The address leads to a private network, but the feed of the podcast is public.
  case refusedAddress
  /// The downloads would have more bytes than the limit.
  case limitReached(limit: Int)
  /// Another file has the name of the download.
  case occupied(FilePath)
  /// The directory belongs to a git repository's own files.
  case insideRepository(FilePath)
  /// Another process changes the downloads.
  case busy(FilePath)
  /// An error of the system.
  case system(FilePath, Errno)
}
