import MixtapeModel
import Testing

@Suite("Rules as JSON")
struct RuleJSONTests {
  @Test(arguments: [
    (
      "year > 2015",
      #"{"field":"year","op":"greaterThan","type":"comparison","value":{"number":2015,"type":"number"}}"#
    ),
    (
      #"title starts with "The""#,
      #"{"field":"title","op":"startsWith","type":"comparison","value":{"text":"The","type":"text"}}"#
    ),
    (
      #"fileFormat in ("flac", "wav")"#,
      #"{"field":"fileFormat","op":"isIn","type":"comparison","value":{"texts":["flac","wav"],"type":"texts"}}"#
    ),
    (
      "duration between 0.5 min and 1 h",
      #"{"field":"duration","op":"between","type":"comparison","value":"#
        + #"{"from":{"number":0.5,"unit":"min"},"to":{"number":1,"unit":"h"},"type":"numbers"}}"#
    ),
    (
      "sampleRate = 44.1 kHz",
      #"{"field":"sampleRate","op":"equals","type":"comparison","value":{"number":44.1,"type":"number","unit":"kHz"}}"#
    ),
    (
      "added > 2026-03-01",
      #"{"field":"dateAdded","op":"greaterThan","type":"comparison","value":{"date":"2026-03-01","type":"date"}}"#
    ),
    (
      "played between 2026-03-01 and 2026-03-01T06:00:00Z",
      #"{"field":"lastPlayedAt","op":"between","type":"comparison","value":"#
        + #"{"from":"2026-03-01","to":"2026-03-01T06:00:00Z","type":"dates"}}"#
    ),
    (
      "played < published",
      #"{"field":"lastPlayedAt","op":"lessThan","type":"comparison","value":{"field":"published","type":"field"}}"#
    ),
    (
      "published in last week",
      #"{"field":"published","op":"equals","type":"comparison","value":{"date":"last week","type":"date"}}"#
    ),
    (
      "not played in the last 30 days",
      #"{"rule":{"field":"lastPlayedAt","op":"inTheLast","type":"comparison","value":"#
        + #"{"count":30,"type":"span","unit":"day"}},"type":"not"}"#
    ),
    (
      #"(in playlist "focus" or composer is missing) and bpm is present"#,
      #"{"rules":[{"rules":[{"playlist":"focus","type":"inPlaylist"},"#
        + #"{"field":"composer","op":"isMissing","type":"comparison","value":{"type":"none"}}],"type":"or"},"#
        + #"{"field":"bpm","op":"isPresent","type":"comparison","value":{"type":"none"}}],"type":"and"}"#
    ),
  ])
  func everyKind(text: String, json: String) throws {
    #expect(JSONWriter.compact(try Rule(parsing: text).json) == json)
  }
}
