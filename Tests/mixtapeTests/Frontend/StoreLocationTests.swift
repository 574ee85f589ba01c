import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct StoreLocationTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("format = 1\n", to: "mixtape.toml")
    try sandbox.makeDirectory("store/deep/within")
    for path in ["../data/mixtape", "../home/.local/share/mixtape"] {
      try sandbox.write("format = 1\n", to: "\(path)/mixtape.toml")
    }
    try sandbox.makeDirectory("elsewhere")
  }

  private func find(
    _ option: String? = nil, from directory: String?, _ environment: [String: String] = [:]
  ) throws(MixtapeError) -> FilePath {
    let output = CapturedOutput(isTerminal: false)
    let context = CommandContext(
      directory: directory.map(sandbox.root.appending) ?? "", environment: environment, now: { Date() },
      utcOffset: { _ in 0 },
      standardInput: PreparedInput([], isTerminal: false), standardOutput: output, standardError: output)
    return try StoreLocation.find(option, in: context)
  }

  @Test func `the option --store has priority`() throws {
    #expect(try find("../a", from: "store", ["MIXTAPE_STORE": "/b"]) == sandbox.root.appending("a"))
    #expect(try find("/a", from: "store") == "/a")
  }

  @Test func `the variable comes second, unless it is empty`() throws {
    #expect(try find(from: "store", ["MIXTAPE_STORE": "/b"]) == "/b")
    #expect(try find(from: "store", ["MIXTAPE_STORE": ""]) == sandbox.store)
  }

  @Test func `the nearest parent directory comes third`() throws {
    #expect(try find(from: "store/deep/within", ["HOME": "/h"]) == sandbox.store)
  }

  @Test func `the user's data directory comes last`() throws {
    let (data, home) = (sandbox.root.appending("data"), sandbox.root.appending("home"))
    let environment = ["HOME": home.string]
    #expect(
      try find(from: "elsewhere", environment.merging(["XDG_DATA_HOME": data.string]) { $1 })
        == data.appending("mixtape"))
    #expect(
      try find(from: "elsewhere", environment.merging(["XDG_DATA_HOME": "data"]) { $1 })
        == home.appending(".local/share/mixtape"))
  }

  @Test func `without a store, the error says so`() throws {
    let error = #expect(throws: MixtapeError.self) { try find(from: "elsewhere", ["XDG_DATA_HOME": "/nowhere"]) }
    #expect(error?.code == .noStore)
  }

  @Test func `a working directory that does not exist is no store, and no relative path begins there`() throws {
    for option in [nil, ".", "store", "../store"] {
      let error = #expect(throws: MixtapeError.self) {
        try find(option, from: nil, ["XDG_DATA_HOME": "/nowhere"])
      }
      #expect(error?.code == .noWorkingDirectory)
    }
    #expect(try find("/a", from: nil) == "/a")
    let data = sandbox.root.appending("data")
    #expect(try find(from: nil, ["XDG_DATA_HOME": data.string]) == data.appending("mixtape"))
  }
}
