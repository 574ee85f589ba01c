import Testing

/// Outputs that match, and outputs that do not.
@Suite struct ShownOutputTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"]),
    ([], []),
    (["…"], []),
    (["…"], ["a", "b"]),
    (["a", "…", "d"], ["a", "b", "c", "d"]),
    (["a", "…", "d"], ["a", "d", "d"]),
    (["Made … with 3 playlists."], ["Made a store with 3 playlists."]),
    (["1875c85a  2026-11-21 02:53  Add"], ["0c2ffd31  2031-01-02 23:59  Add"]),
    (["1875c85a  2026-11-21 02:53  Add"], ["fedffcff  2031-01-02 23:59  Add"]),
    (["\"2026-11-21T02:58:41Z\""], ["\"2031-01-02T00:00:00Z\""]),
  ])
  func same(_ shown: [String], _ printed: [String]) {
    #expect(ShownOutput.matches(shown, printed))
  }

  @Test(arguments: [
    (["a"], ["b"]),
    (["a"], []),
    ([], ["a"]),
    (["a", "…"], ["b", "a"]),
    (["a", "…", "d"], ["a", "b", "c"]),
    (["Made … with 3 playlists."], ["Made a store with 4 playlists."]),
    (["1875c85a"], ["1875c85"]),
    (["decade"], ["facade"]),
    (["defaced"], ["effaced"]),
    (["2026-11-21"], ["2026-11-22"]),
  ])
  func different(_ shown: [String], _ printed: [String]) {
    #expect(!ShownOutput.matches(shown, printed))
  }

  @Test func theDifferenceShowsLinesInTheirOrder() {
    let difference = ShownOutput.difference(["a", "b", "c"], ["a", "x", "c", "d"])
    #expect(difference == "  a\n- b\n+ x\n  c\n+ d")
  }
}
