internal import FileSystem
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import SystemPackage

/// The documents that the editor has open, and their stores.
final class Workspace {
  private let surroundings: LanguageServer.Surroundings
  private var stores: [FilePath: EditorStore] = [:]
  /// The open documents, by their addresses.
  private(set) var documents: [String: OpenDocument] = [:]
  /// The unit of columns, which client and server have agreed on.
  var encoding = PositionEncoding.utf16

  init(_ surroundings: LanguageServer.Surroundings) { self.surroundings = surroundings }

  /// The open documents in the order of their addresses.
  var all: [OpenDocument] { documents.values.sorted { $0.address < $1.address } }

  /// Returns the open documents of a store.
  func documents(of store: EditorStore) -> [OpenDocument] { all.filter { $0.store === store } }

  // MARK: Changes

  func open(_ item: JSONNode) throws(JSONMismatch) {
    let address: String = try item.member("uri")
    let text: String = try item.member("text")
    let path = Self.path(of: address)
    let document = OpenDocument(
      address: address, path: path, store: path.flatMap { store(around: $0.removingLastComponent()) },
      version: try item.memberIfAny("version"), text: EditorText(text, encoding),
      hasByteOrderMark: path.map(Self.hasByteOrderMark) ?? false)
    documents[address] = document
    document.store?.update(document)
    markOthersForCheck(than: document)
  }

  private static func hasByteOrderMark(_ path: FilePath) -> Bool {
    do throws(FileAccess.Failure) {
      return try FileAccess.readStart(of: path, count: 3) == .byteOrderMark
    } catch {
      // A file that is absent or cannot be read is reported elsewhere.
      return false
    }
  }

  func change(_ parameters: JSONNode) throws(JSONMismatch) {
    let item = try parameters.required("textDocument")
    guard let changes = parameters["contentChanges"]?.array, let document = documents[try item.member("uri")] else {
      throw JSONMismatch()
    }
    var text = document.text
    for change in changes {
      let new: String = try change.member("text")
      if let range = change["range"], !range.isNull {
        text.replace(try text.offsets(of: range), with: new)
      } else {
        text = EditorText(new, encoding)
      }
    }
    document.update(text, version: try item.memberIfAny("version"))
    document.store?.update(document)
    markOthersForCheck(than: document)
  }

  /// Takes note that the editor has saved a document.
  ///
  /// - Returns: Its store.
  func saved(_ parameters: JSONNode) throws(JSONMismatch) -> EditorStore? {
    let document = documents[try parameters.required("textDocument").member("uri")]
    if let document { document.noteFile(document.text.bytes) }
    return document?.store
  }

  /// Closes a document.
  ///
  /// - Returns: `nil` if it is not open.
  func close(_ item: JSONNode) throws(JSONMismatch) -> OpenDocument? {
    guard let document = documents.removeValue(forKey: try item.member("uri")) else { return nil }
    document.store?.close(document)
    markOthersForCheck(than: document)
    return document
  }

  /// Marks documents for a check that may read a changed document: a library file, or a playlist that they name.
  private func markOthersForCheck(than document: OpenDocument) {
    guard let store = document.store, document.kind == .podcast || document.kind == .playlist else { return }
    for other in documents(of: store) where other !== document {
      if document.kind == .podcast || !other.playlistMentions.isEmpty { other.awaitsDiagnostics = true }
    }
  }

  /// Forgets what is known of the files of a store, or of all stores, because they have changed.
  func filesChanged(in directory: FilePath? = nil) {
    for (place, store) in stores where directory.map({ $0.lexicallyNormalized() == place }) ?? true {
      store.filesChanged()
      for document in documents(of: store) {
        document.awaitsDiagnostics = true
        if let text = store.file(of: document) { document.noteFile(text) }
      }
    }
  }

  // MARK: Looking up

  /// Returns the document that the parameters of a request name.
  func document(in parameters: JSONNode) throws(JSONMismatch) -> OpenDocument {
    guard let document = documents[try parameters.required("textDocument").member("uri")] else { throw JSONMismatch() }
    return document
  }

  /// Returns the document and the offset in its text that the parameters of a request name.
  func place(in parameters: JSONNode) throws(JSONMismatch) -> (document: OpenDocument, offset: Int) {
    let document = try document(in: parameters)
    return (document, try document.text.offset(of: try parameters.required("position")))
  }

  /// Returns the text of a file as the editor sees it: that of an open document, or of the file.
  func text(at path: FilePath) throws(MixtapeError) -> EditorText {
    if let open = openDocument(at: path) { return open.text }
    do throws(FileAccess.Failure) {
      return EditorText(try FileAccess.read(path, atMost: FileLimits.maximumSize).withoutByteOrderMark, encoding)
    } catch {
      throw MixtapeError(.fileAccess, .file(path.string), cause: error)
    }
  }

  /// Returns the document of a file: the open one, or one that is read for this question.
  func document(at path: FilePath, _ text: EditorText, _ store: EditorStore) -> OpenDocument {
    openDocument(at: path)
      ?? OpenDocument(address: address(of: path), path: path, store: store, version: nil, text: text)
  }

  /// Returns the address of a file: that of the client for an open one, because clients escape other characters.
  func address(of path: FilePath) -> String {
    openDocument(at: path)?.address ?? PercentEncoding.address(ofFile: path.string)
  }

  private func openDocument(at path: FilePath) -> OpenDocument? { documents.values.first { $0.path == path } }

  /// Returns the store of a directory.
  private func store(around directory: FilePath) -> EditorStore? {
    guard let found = surroundings.storeDirectory(directory)?.lexicallyNormalized() else { return nil }
    if let store = stores[found] { return store }
    let texts = EditedTexts()
    guard let store = surroundings.openStore(found, { texts.text(at: $0) }).map({ EditorStore($0, texts) }) else {
      return nil
    }
    stores[found] = store
    return store
  }

  /// Returns the path of an address; `nil` if it is not a local file.
  private static func path(of address: String) -> FilePath? {
    let decoded = AddressReference(address).localPath?.lenientText
    return decoded.flatMap { $0.utf8.contains(0) ? nil : FilePath($0).lexicallyNormalized() }
  }
}
