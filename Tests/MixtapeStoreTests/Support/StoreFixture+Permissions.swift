import Foundation
import GitHistory
import SystemPackage
import TestSupport

extension StoreFixture {
  /// Sets the permissions of a file or a directory of the store.
  func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: sandbox.store.appending(path).string)
  }

  /// Makes the store writable for another user.
  func letAnyoneWrite() throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.store.string) + [""] {
      try makeWritable(path)
    }
  }

  /// Makes a file readable and writable, or a directory searchable, for everybody.
  func makeWritable(_ path: String) throws {
    var isDirectory: ObjCBool = false
    let file = sandbox.store.appending(path).string
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) else { return }
    try setMode(isDirectory.boolValue ? 0o777 : 0o666, of: path)
  }

  /// Opens the store's repository.
  func open() throws -> Repository { try Repository.open(at: sandbox.store, environment: sandbox.environment) }

  /// Writes a content into the object database, and returns its id.
  func blob(_ text: String) throws -> String { try sandbox.git("hash-object", "-w", "--stdin", input: text) }
}
