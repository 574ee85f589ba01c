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
  private let committed: CommittedPaths
  private var scans: [Section: SectionScan] = [:]
  /// The tree that a commit of the valid hand edits would have; `nil` if HEAD has no commit.
  let tree: ObjectID?

  init(
    of store: Store, _ repository: StoreRepository, knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) {
    (self.store, self.repository, self.invalid, self.edits) = (store, repository, invalid, edits)
    committed = try CommittedPaths(by: FileHistory(in: repository))
    tree = try Self.tree(of: store, repository, following: edits)
  }

  private static func tree(
    of store: Store, _ repository: StoreRepository, following edits: [HandEdit]
  ) throws(MixtapeError) -> ObjectID? {
    guard let head = try repository.head().commit else { return nil }
    let tree = try repository.tree(of: head)
    guard !edits.isEmpty else { return tree }
    let changes = try edits.flatMap(\.paths).map { (path) throws(MixtapeError) in
      TreeChange(path: path, blob: try repository.makeBlob(try store.bytes(at: path)))
    }
    return try repository.makeTree(changes, from: tree)
  }

  /// Returns the file of a version, at its present path; `nil` if it was deleted.
  ///
  /// - Parameter places: The places of the version in commits.
  func file(of version: RevertUnit.Version, at places: [FilePlace]) throws(MixtapeError) -> File? {
    let named = try file(at: version.path)
    if let named, try !canBeAnother(named, than: version, at: places) { return named }
    guard let committed = try committed.path(of: places) else { return named }
    let present = edits.first { $0.oldPath == committed }?.path ?? committed
    return present == version.path ? named : try file(at: present)
  }

  /// Returns whether a present file with the name of a version can be another one: it was edited, and there are new files, one of which
  /// can be the renamed version.
  private func canBeAnother(
    _ file: File, than version: RevertUnit.Version, at places: [FilePlace]
  ) throws(MixtapeError) -> Bool {
    guard let section = Section(containing: version.path), file.bytes != (try repository.blob(version.blob)) else {
      return false
    }
    return try committed.hasNewPaths(since: places, in: section)
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
