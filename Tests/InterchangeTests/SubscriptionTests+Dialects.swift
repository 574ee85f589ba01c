import Interchange
import MixtapeModel
import Testing

/// Lists of podcasts as other programs write them, and broken ones.
extension SubscriptionTests {
  /// A list of some program, and the lines that it becomes: folder, title, feed and tags. The losses are names.
  struct Dialect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let podcasts: [String]
    var losses: [String] = []
  }

  static let dialects: [Dialect] = [
    Dialect(
      testDescription: "gPodder: the text is the description",
      text: """
        <?xml version="1.0" encoding="utf-8"?>
        <opml version="2.0"><head><title>gPodder subscriptions</title><dateCreated>Mon, 02 Mar 2026 10:00:00 +0000
        </dateCreated></head><body>
        <outline text="A show about &lt;b&gt;stars&lt;/b&gt;." title="Night Sky" type="rss" xmlUrl="http://a.example/f"/>
        </body></opml>
        """,
      podcasts: ["|Night Sky|http://a.example/f|"]),
    Dialect(
      testDescription: "AntennaPod",
      text: """
        <?xml version='1.0' encoding='UTF-8' standalone='no' ?>
        <opml version="2.0"><head><title>AntennaPod Subscriptions</title><dateCreated>02 Mar 26 10:00:00 +0100
        </dateCreated></head><body>
        <outline text="Night Sky" title="Night Sky" type="rss" xmlUrl="https://a.example/f?x=1&amp;y=2" htmlUrl="https://a.example/" />
        </body></opml>
        """,
      podcasts: ["|Night Sky|https://a.example/f?x=1&y=2|"], losses: ["attribute htmlUrl of 1 outline"]),
    Dialect(
      testDescription: "Apple Podcasts: all in `feeds`",
      text: """
        <opml version="1.0"><head><title>iTunes Podcasts</title></head><body><outline text="feeds">
        <outline text="Night Sky" title="Night Sky" type="rss" version="RSS" xmlUrl="https://a.example/f" htmlUrl="x"/>
        </outline></body></opml>
        """,
      podcasts: ["|Night Sky|https://a.example/f|"], losses: ["attribute htmlUrl of 1 outline"]),
    Dialect(
      testDescription: "Overcast: playlists are lost",
      text: """
        <?xml version="1.0" encoding="utf-8"?><!-- by Overcast -->
        <opml version="1.0"><head><title>Overcast Podcast Subscriptions</title></head><body>
        <outline text="playlists"><outline type="podcast-playlist" title="Queue" smart="0" sorting="manual"/></outline>
        <outline text="feeds"><outline type="rss" overcastId="1" text="Night Sky" xmlUrl="https://a.example/f"
        subscribed="1" overcastAddedDate="2020-01-01T00:00:00-05:00"/></outline></body></opml>
        """,
      podcasts: ["|Night Sky|https://a.example/f|"], losses: ["attribute overcastId of 1 outline", "Queue"]),
    Dialect(
      testDescription: "Pocket Casts",
      text: """
        <?xml version='1.0' encoding='UTF-8'?><opml version='1.0'><head><title>Pocket Casts Feeds</title></head>
        <body><outline text='feeds'><outline type='rss' text='Night &apos;Sky&apos;' xmlUrl='https://a.example/f' />
        </outline></body></opml>
        """,
      podcasts: ["|Night 'Sky'|https://a.example/f|"]),
    Dialect(
      testDescription: "Podcast Addict: genres as folders",
      text: """
        <opml version="1.1"><head><title>Podcast Addict registration feeds</title></head><body>
        <outline text="Science" title="Science"><outline text="Night Sky" title="Night Sky" type="rss"
        xmlUrl="https://a.example/f" htmlUrl="https://a.example" description="…" /></outline></body></opml>
        """,
      podcasts: ["Science|Night Sky|https://a.example/f|"], losses: ["attribute htmlUrl of 1 outline"]),
    Dialect(
      testDescription: "NewPipe: channels in one folder",
      text: """
        <opml version="1.1"><body><outline text="YouTube Subscriptions" title="YouTube Subscriptions">
        <outline text="Stars" title="Stars" type="rss" xmlUrl="https://v.example/feeds/videos.xml?channel_id=UC1" />
        </outline></body></opml>
        """,
      podcasts: ["YouTube Subscriptions|Stars|https://v.example/feeds/videos.xml?channel_id=UC1|"]),
    Dialect(
      testDescription: "OPML 2.0 with categories",
      text: """
        <opml version="2.0"><head/><body><outline text="Talk / Late"><outline text="Deep"><outline text="Night Sky"
        type="rss" xmlUrl="https://a.example/f" category="/Arts/Design,space, night,space" created="Thu, 12 Mar 2020 10:00:00 GMT"/>
        </outline></outline></body></opml>
        """,
      podcasts: ["Talk - Late/Deep|Night Sky|https://a.example/f|Arts/Design,space,night"],
      losses: ["folder Talk / Late"]),
  ]

  @Test(arguments: dialects) func `lists of other programs`(_ dialect: Dialect) throws {
    let result = try imported(dialect.text)
    #expect(lines(result) == dialect.podcasts)
    #expect(result.losses.map(\.name) == dialect.losses)
    #expect(SubscriptionFormat.recognizes(Array(dialect.text.utf8), name: nil))
  }

  @Test(arguments: [
    ("no head and no version", "<opml><body><outline text='A' xmlUrl='https://a/f'/></body></opml>"),
    ("wrong version", "<opml version='ten'><head/><body><outline text='A' xmlUrl='https://a/f'/></body></opml>"),
    ("no body", "<opml><outline text='A' xmlUrl='https://a/f'/></opml>"),
    ("other case", "<OPML><BODY><OUTLINE TEXT='A' Type='RSS' XMLURL='https://a/f'/></BODY></OPML>"),
    ("xmlURL", "<opml><body><outline text='A' xmlURL=' https://a/f '/></body></opml>"),
    ("the address in url", "<opml><body><outline text='A' type='rss' url='https://a/f'/></body></opml>"),
    ("feed:", "<opml><body><outline text='A' type='rss' xmlUrl='feed://a/f'/></body></opml>"),
    ("cut off", "<opml><body><outline text='A' xmlUrl='https://a/f'/><outline text='B'"),
    (
      "a byte order mark",
      "\u{FEFF}<?xml version='1.0'?><opml><body><outline text='A' xmlUrl='https://a/f'/></body></opml>"
    ),
    ("text before", "saved list:\n<opml><body><outline text='A' xmlUrl='https://a/f'/></body></opml>"),
    ("HTML", "<opml><body><outline text='&lt;i&gt;A&lt;/i&gt;' xmlUrl='https://a/f'/></body></opml>"),
    ("twice the attribute", "<opml><body><outline text='A' xmlUrl='https://a/f' xmlurl='https://b/'/></body></opml>"),
    (
      "nested in a feed",
      "<opml><body><outline text='A' xmlUrl='https://a/f'><outline text=''/></outline></body></opml>"
    ),
  ])
  func `broken lists`(_ name: String, _ text: String) throws {
    let result = try imported(text)
    #expect(result.podcasts.first.map { "\($0.title) \($0.feed ?? "")" } == "A https://a/f", "\(name)")
    #expect(result.podcasts.count == 1)
  }
}
