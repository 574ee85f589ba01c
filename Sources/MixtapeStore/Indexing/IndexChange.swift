internal import MixtapeLibrary

extension IndexWriter {
  /// Takes in what a file says.
  func write(_ content: FileContent, of file: IndexedFile) throws {
    switch content {
    case .playlist(let playlist): try write(playlist, of: file)
    case .podcast(let podcast): try write(podcast, of: file)
    }
  }
}

/// What became of looking at a file that may have changed.
enum IndexChange: Sendable {
  /// Nothing that the index should know.
  case none
  /// The content is known, and the status is not.
  case status(IndexedFile)
  /// The content is new.
  case content(FileContent, IndexedFile)
  /// The file is gone, or nothing can answer for it.
  case removal(path: String)
  /// The file has errors, or could not be read: it needs a closer look.
  case unclear
}
