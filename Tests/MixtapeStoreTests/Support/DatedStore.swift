import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport

/// A store with changes at given times, with a clock one hour ahead of UTC.
struct DatedStore {
  let sandbox: Sandbox

  /// Makes a store at a time in ISO 8601.
  init(_ files: [String: String], at time: String) throws {
    sandbox = try Sandbox()
    for (path, text) in files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: try context(at: time))
  }

  /// Returns the store at a time.
  func at(_ time: String) throws -> Store { try Store(at: sandbox.store, context: context(at: time)) }

  private func context(at time: String) throws -> Store.Context {
    let now = try Date(time, strategy: .iso8601)
    return Store.Context(environment: sandbox.environment, now: { now }, utcOffset: { _ in 60 })
  }
}
