internal import MixtapeLibrary
internal import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Finds an index that can answer: the one in the private state, that one made anew, or one in memory.
struct IndexSource {
  private let store: Store
  private let found: [FoundFiles]
  /// The second from which on a change is too young to be seen by its times.
  private let newest: Int32

  /// - Parameter found: The files that answers are made of.
  init(_ store: Store, _ found: [FoundFiles]) {
    self.store = store
    self.found = found
    newest = Int32(clamping: Int(store.context.now().timeIntervalSince1970) - 2)
  }

  /// An answer of an index that is up to date, and what is wrong with files.
  func answer<Answer>(
    _ body: (LibraryIndex) throws(LibraryError) -> Answer
  ) throws(MixtapeError) -> (answer: Answer, notes: [FileNote]) {
    var file: IndexFile?
    var damaged: IndexFile?
    for _ in 1...2 {
      do {
        let opened = try store.indexFile(replacing: damaged)
        file = opened
        return try answer(of: opened.index, writing: opened.update, body)
      } catch let error as MixtapeError {
        throw error
      } catch let error as LibraryError where error.code == .damaged {
        damaged = file
        file = nil
      } catch let error as LibraryError where error.code != .database {
        throw MixtapeError(.library, cause: error)
      } catch {
        break
      }
    }
    return try answerInMemory(startingFrom: file, body)
  }

  /// What an index answers that is no file, as in a store that may only be read.
  func answerInMemory<Answer>(
    startingFrom file: IndexFile?, _ body: (LibraryIndex) throws(LibraryError) -> Answer
  ) throws(MixtapeError) -> (answer: Answer, notes: [FileNote]) {
    do {
      let index = try Self.copy(of: file) ?? LibraryIndex()
      return try answer(of: index, writing: index.update, body)
    } catch let error as MixtapeError {
      throw error
    } catch {
      throw MixtapeError(.library, cause: error)
    }
  }

  private static func copy(of file: IndexFile?) -> LibraryIndex? {
    do throws(LibraryError) {
      return try file?.index.copy()
    } catch {
      // It is made anew.
      return nil
    }
  }

  private func answer<Answer>(
    of index: LibraryIndex, writing: (_ body: (IndexWriter) throws -> Void) throws -> Void,
    _ body: (LibraryIndex) throws(LibraryError) -> Answer
  ) throws -> (answer: Answer, notes: [FileNote]) {
    var notes: [FileNote] = []
    for found in found {
      let reader = StoreReader(store, tells: false)
      try IndexRefresh(of: index, with: found, by: reader, in: store, newest: newest).run(writing: writing)
      notes += found.reports.map { FileNote(report: $0, committedVersionAnswers: false) } + reader.notes
    }
    return (try body(index), notes)
  }
}

extension Store {
  /// The index in the private state; opened once, as long as it stays what it is.
  fileprivate func indexFile(replacing damaged: IndexFile?) throws -> IndexFile {
    if let open = openIndex.withLock({ $0 }), damaged == nil, open.isCurrent { return open }
    guard let state = try PrivateState(locatedIn: directory) else { throw IndexFile.Unusable() }
    let file = try IndexFile(in: state, replacing: damaged)
    openIndex.withLock { $0 = file }
    return file
  }
}
