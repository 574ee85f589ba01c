import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport

/// A bare repository and clones of it, each with a store.
struct Clones {
  /// The first store, which was pushed to the remote.
  let first: StoreFixture
  /// The path of the bare repository.
  let remote: FilePath

  /// Makes a store with files, a bare repository as its remote, and syncs.
  init(_ files: [String: String]) throws {
    first = try StoreFixture(files)
    remote = first.sandbox.root.appending("remote.git")
    try first.sandbox.git("init", "-q", "--bare", "-b", "main", remote.string)
    try first.sandbox.git("remote", "add", "origin", remote.string)
    try first.store.sync(by: .quiet)
  }

  /// Returns another clone, with its own sandbox.
  func another() throws -> StoreFixture {
    let sandbox = try Sandbox()
    try FileManager.default.removeItem(atPath: sandbox.store.string)
    _ = try Store.clone(remote.string, to: sandbox.store, context: StoreFixture.context(in: sandbox), by: .quiet)
    return try StoreFixture(opening: sandbox)
  }

  /// Returns the stores of the first clone and of new ones. The changes of each have the given day as their date.
  func stores(ofDays days: [Int]) throws -> [StoreFixture] {
    try days.enumerated().map { offset, day in
      let sandbox = offset == 0 ? first.sandbox : try another().sandbox
      sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-0\(day)T07:00:00Z"
      return try StoreFixture(opening: sandbox)
    }
  }

  /// Returns the stores of different people, with a day as the date of the changes of each.
  func people(ofDays days: [Int]) throws -> [StoreFixture] {
    try stores(ofDays: days).enumerated().map { number, fixture in
      fixture.sandbox.environment["GIT_AUTHOR_EMAIL"] = "\(number)@example.org"
      return try StoreFixture(opening: fixture.sandbox)
    }
  }
}
