import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Loose objects")
struct PackingTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"]) }

  @Test(arguments: [
    (nil, 27, false), (nil, 28, true), ("512", 2, false), ("512", 3, true), ("1", 2, true), ("0", 99, false),
  ])
  func theLimitEqualsThatOfGit(setting: String?, count: Int, isDue: Bool) throws {
    if let setting { try fixture.sandbox.git("config", "gc.auto", setting) }
    try addLooseObjects(count)
    let objects = try fixture.open().looseObjects()
    #expect(objects.estimate == 256 * count && objects.exceedsLimit == isDue)
    #expect(try fixture.store.examine().contains { $0.code == "many-loose-objects" } == isDue)
  }

  @Test(arguments: [5, 60])
  func aChangeReportsThatPackingIsDue(count: Int) throws {
    try addLooseObjects(count)
    try fixture.store.rename(.id("a"), to: "B")
    // The change itself may have added some objects.
    #expect(fixture.told.map { $0.hasPrefix("packing due: ") } == (count == 60 ? [true] : []))
  }

  @Test func otherFilesAreNotCounted() throws {
    // An object of the fixture can be in the directory that is counted.
    let before = try fixture.open().looseObjects().estimate
    for number in 0..<40 { try fixture.sandbox.write("", to: ".git/objects/17/tmp_obj_\(number)") }
    #expect(try fixture.open().looseObjects().estimate == before)
  }

  @Test func anInvalidSettingIsIgnored() throws {
    try fixture.sandbox.git("config", "gc.auto", "many")
    try fixture.store.rename(.id("a"), to: "B")
    #expect(fixture.told == [])
  }

  @Test func withoutGitNothingIsPacked() throws {
    fixture.sandbox.environment["PATH"] = "\(fixture.sandbox.root.string):bin:"
    let store = try Store(at: fixture.sandbox.store, context: StoreFixture.context(in: fixture.sandbox))
    #expect(try store.examine().filter(\.isOpen).map(\.code) == ["git-not-installed"])
  }

  /// Git packs loose objects and removes old packs while changes are made.
  @Test func changesWhileGitPacks() async throws {
    try fixture.sandbox.git("config", "gc.autoPackLimit", "1")
    let store = fixture.store
    async let changes: Void = {
      for number in 0..<40 { try store.rename(.id("a"), to: "Name \(number)") }
    }()
    for _ in 0..<8 { try fixture.sandbox.git("gc", "--quiet", "--no-prune") }
    try await changes
    #expect(try fixture.subjects().count == 41)
    #expect(try fixture.store.find(.id("a"))?.name == "Name 39")
    try fixture.expectClean()
  }

  /// Creates files with names of objects in the directory in which git counts them.
  private func addLooseObjects(_ count: Int) throws {
    try fixture.sandbox.makeDirectory("store/.git/objects/17")
    let directory = fixture.sandbox.store.appending(".git/objects/17")
    for number in try FileManager.default.contentsOfDirectory(atPath: directory.string).count..<count {
      let digits = String(number, radix: 16)
      try fixture.sandbox.write("", to: ".git/objects/17/\(String(repeating: "0", count: 38 - digits.count))\(digits)")
    }
  }
}
