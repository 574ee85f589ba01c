import PlaylistFiles
import Testing

/// The names of conflict copies, each from a report or a manual.
struct ConflictCopyTests {
  @Test(arguments: [
    // syncthing 8276 and 6676; before 2018 without the device
    ("focus.sync-conflict-20240102-030405-5RQAITR", "focus", "Syncthing"),
    ("focus.sync-conflict-20150915-101112", "focus", "Syncthing"),
    // nextcloud/desktop 943; owncloud/client 6417 and 4557: with a user; 3869: earlier form
    ("focus (conflicted copy 2021-04-22 133143)", "focus", "Nextcloud or ownCloud"),
    ("focus (conflicted copy Ann Lee 2021-04-22 133143)", "focus", "Nextcloud or ownCloud"),
    ("focus_conflict-20150918-101112", "focus", "Nextcloud or ownCloud"),
    ("focus_conflict-ann-20150918-101112", "focus", "Nextcloud or ownCloud"),
    // CryptSync 22, and the page of Dropbox on conflicted copies
    ("focus (DESKTOP-UMS014A's conflicted copy 2019-04-24)", "focus", "Dropbox"),
    ("focus (Ann Lees in Konflikt stehende Kopie 2016-06-11)", "focus", "Dropbox"),
    ("focus (In Konflikt stehende Kopie von Ann 2017-01-18)", "focus", "Dropbox"),
    ("focus (Copie en conflit de ANN-PC 2025-11-17)", "focus", "Dropbox"),
    ("focus (Copia en conflicto de Ann 2024-03-08)", "focus", "Dropbox"),
    ("focus (Copia in conflitto di Mac di Ann 2024-03-08)", "focus", "Dropbox"),
    // maestral 861
    ("focus (conflicting copy)", "focus", "Dropbox"),
    // seafile-client 909 and 243: copies of copies
    ("focus (SFConflict ann@example.org 2015-03-06-09-51-04)", "focus", "Seafile"),
    ("focus (ann@example.org 2014-10-18-23-45-30) (ann@example.org 2014-10-18-23-47-36)", "focus", "Seafile"),
    ("a.b (Ann's conflicted copy 2024-01-02) (Bob's conflicted copy 2024-01-03)", "a.b", "Dropbox"),
  ])
  func `names of conflict copies`(name: String, original: String, program: String) throws {
    let copy = try #require(ConflictCopy(name: name))
    #expect(copy.original == original && copy.program == program)
  }

  @Test(arguments: [
    "focus", "conflict", "conflicts-2024", "the-conflict-20240102", "armed_conflict-1918",
    "sync-conflict-20240102-030405",
    "focus (1)", "focus (live)", "romeo (Conflicts between families)", "focus (conflicted copy)",
    "focus (Ann 2024-01-02)",
    ".sync-conflict-20240102-030405-ABCDEFG", "focus.sync-conflict", "focus-ANN-PC", "focus 2", "",
  ])
  func `other names`(name: String) { #expect(ConflictCopy(name: name) == nil) }
}
