public import PlaylistFiles
internal import SystemPackage

extension Store {
  /// The maximum size of all downloads in bytes, of `mixtape.toml` or by default.
  public var downloadLimit: Int { settings.downloads.limit }

  /// The new episodes that updates of feeds download, and the number to keep of each podcast, of `mixtape.toml`; `nil` for none.
  public var newDownloads: (new: DownloadSettings.NewEpisodes, keep: Int?)? {
    settings.downloads.new.map { ($0, settings.downloads.keep) }
  }

  /// Returns the place of a path in `mixtape.toml`: `~/` is the user's own directory, and other relative paths start from the store.
  func place(_ text: String) -> FilePath {
    if text.hasPrefix("~/"), let home = context.environment["HOME"], !home.isEmpty {
      return FilePath(home).appending(String(text.dropFirst(2)))
    }
    return directory.pushing(FilePath(text))
  }
}
