import Foundation
import MixtapeModel
import Testing

struct EpisodeNamingTests {
  private let day = Date(timeIntervalSince1970: 1_773_273_600)

  private func name(_ title: String?, _ number: Int64? = nil, published: Date? = nil, substitute: String? = nil)
    -> String?
  {
    var naming = EpisodeNaming()
    return naming.names(for: [.init(title: title, number: number, published: published, substitute: substitute)]).first
  }

  @Test func `names are made of number and title`() {
    #expect(name("Auroras", 42) == "042-auroras")
    #expect(name("42 - Auroras", 42) == "042-auroras")
    #expect(name("Episode 42: Auroras", 42) == "042-auroras")
    #expect(name("Ep42 Auroras", 42) == "042-auroras")
    #expect(name("Auroras") == "auroras")
    #expect(name("Épisode 7") == "épisode-7")
    #expect(name("夜の散歩", 3) == "003-夜の散歩")
    #expect(name("Episode 42", 42) == "042")
  }

  @Test func `dates and files stand in for titles`() {
    #expect(name(nil, published: day) == "2026-03-12")
    #expect(name("🌌", published: day) == "2026-03-12")
    #expect(name(nil, substitute: "show.mp3") == "show-mp3")
    #expect(name(nil) == "episode")
    #expect(name(nil, 5, published: day) == "005-2026-03-12")
  }

  @Test func `long titles are cut between words`() {
    let name = name(String(repeating: "word ", count: 50), 1) ?? ""
    #expect(name.utf8.count <= 68)
    #expect(name.hasSuffix("word"))
  }

  @Test func `names are different and free`() {
    var naming = EpisodeNaming(taken: ["a", "a-2"])
    let proposals = (0..<3).map { _ in EpisodeNaming.Proposal(title: "A") }
    #expect(naming.names(for: proposals) == ["a-3", "a-4", "a-5"])
    #expect(naming.names(for: [.init(title: "A", published: day)]) == ["a-2026-03-12"])
  }
}
