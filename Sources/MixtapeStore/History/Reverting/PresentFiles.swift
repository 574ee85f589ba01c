internal import GitHistory
internal import MixtapeModel

/// The present files of a store: those on disk, with uncommitted hand edits.
final class PresentFiles {
  /// A file with its present path.
  struct File {
    let path: String
    let bytes: [UInt8]
  }

  private let store: Store
  private let repository: StoreRepository
  /// Files that were edited by hand and have errors.
  private let invalid: [FileReport]
  /// The uncommitted hand edits.
  private let edits: [HandEdit]
  private var scans: [Section: SectionScan] = [:]

  init(of store: Store, _ repository: StoreRepository, knownInvalid invalid: [FileReport], following edits: [HandEdit])
  {
    (self.store, self.repository, self.invalid, self.edits) = (store, repository, invalid, edits)
  }

  /// Returns the tree that a commit of the valid hand edits would have; `nil` if HEAD has no commit.
  func tree() throws(MixtapeError) -> ObjectID? {
    guard let head = try repository.head().commit else { return nil }
    let tree = try repository.tree(of: head)
    guard !edits.isEmpty else { return tree }
    let changes = try edits.flatMap(\.paths).map { (path) throws(MixtapeError) in
      TreeChange(path: path, blob: try repository.makeBlob(try store.bytes(at: path)))
    }
    return try repository.makeTree(changes, from: tree)
  }

  /// Returns a file that had a path in a commit, at its present path; `nil` if it was deleted.
  ///
  /// - Parameter places: The places of the file in commits.
  func file(at path: String, following places: [FilePlace]) throws(MixtapeError) -> File? {
    if let file = try file(at: path) { return file }
    guard let committed = try repository.currentPath(of: places) else { return nil }
    let present = edits.first { $0.oldPath == committed }?.path ?? committed
    return present == path ? nil : try file(at: present)
  }

  /// Returns the file with the name in a path, in any folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the name, and none or several of them are
  /// committed.
  func file(at path: String) throws(MixtapeError) -> File? {
    let place = try locate(path)
    if let report = invalid.report(obstructing: place) { throw Store.invalid(report) }
    return try store.bytes(at: place).map { File(path: place, bytes: $0) }
  }

  private func locate(_ path: String) throws(MixtapeError) -> String {
    guard let section = Section(containing: path), let file = StoredFile(path: path) else { return path }
    let scan = try scan(section)
    if let clashing = scan.clashes[file.name] {
      let paths = Set(clashing.map(\.path))
      throw MixtapeError(
        .invalidFile, .file(path), cause: InvalidFiles(reports: scan.reports.filter { paths.contains($0.path) }))
    }
    return scan.files[file.name]?.path ?? path
  }

  private func scan(_ section: Section) throws(MixtapeError) -> SectionScan {
    if let scan = scans[section] { return scan }
    let scan = try SectionScan(section, of: store)
    scans[section] = scan
    return scan
  }
}
