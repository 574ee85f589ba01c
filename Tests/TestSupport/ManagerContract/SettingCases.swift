import MixtapeModel
import Testing

let settingCases: [PlaylistCase] = [
  PlaylistCase("settings: each has its default, and changes alone") { manager in
    let settings: [(PlaybackSettings.Setting, PlaybackSettings.Setting)] = [
      (.continuous(false), .continuous(true)), (.shuffle(true), .shuffle(false)),
      (.shuffle(.by(.spread)), .shuffle(false)),
    ]
    for (setting, usual) in settings {
      #expect(try manager.existing("focus").settings == PlaybackSettings())
      try manager.set(setting, of: .focus)
      #expect(try manager.existing("focus")[setting.key] == setting.value)
      try manager.set(usual, of: .focus)
    }
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("settings: several playlists change as one, except those that have the value") { manager in
    try manager.set(.shuffle(true), of: .focus)
    let plan = try manager.perform(.edit([.morning, .focus, .evening], [.setting(.shuffle(true))]))
    #expect(plan.changes.map(\.item.id) == (try [.evening, .morning]))
    #expect(try manager.all().allSatisfy { $0.settings.shuffle == .default })
  },
  PlaylistCase("settings: the present value changes nothing") { manager in
    try manager.set(.shuffle(true), of: .focus)
    try expectNoChange(manager) { try manager.set(.shuffle(true), of: .focus) }
    try expectNoChange(manager) { try manager.set(.continuous(true), of: .focus) }
  },
]

let editCases: [PlaylistCase] = [
  PlaylistCase("edits: several values change as one") { manager in
    let before = try manager.timeless("focus")
    let folder = try Folder(validating: "evenings")
    let after = try before.withName("Evening Focus").withDescription("Slow").with(.shuffle(true)).withFolder(folder)
    try await expectChanges([.updated(from: before, to: after)], heardOf: manager) {
      let plan = try manager.edit(
        .focus, [.name("Evening Focus"), .description("Slow"), .setting(.shuffle(true)), .folder(folder)])
      #expect(plan.after?.timeless == after)
    }
  },
  PlaylistCase("edits: one invalid value changes nothing") { manager in
    try expectRefusal(.invalidName, by: manager) {
      try manager.edit(.focus, [.description("Slow"), .name(" ")])
    }
  },
  PlaylistCase("edits: present values change nothing") { manager in
    try expectNoChange(manager) { try manager.edit(.focus, [.name("Deep Focus"), .setting(.continuous(true))]) }
  },
]

let folderCases: [PlaylistCase] = [
  PlaylistCase("folders: a move changes only the folder") { manager in
    for path in ["work", "", "Evenings/Slow Ones/夜", "work/deep"] {
      let plan = try manager.move(.focus, to: Folder(validating: path))
      #expect(plan.after?.folder.path == path)
      #expect(try manager.timeless("focus") == .fixture("focus", in: path, name: "Deep Focus", episodes: ["a"]))
    }
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("folders: several playlists move as one change, and listeners hear of each") { manager in
    let (evening, morning) = (try manager.timeless("evening"), try manager.timeless("morning"))
    let folder = try Folder(validating: "work/deep")
    try await expectChanges(
      [evening, morning].map { .moved(from: $0, to: $0.withFolder(folder)) }, heardOf: manager
    ) {
      try manager.perform(.move([.morning, .focus, .evening], to: folder))
    }
  },
  PlaylistCase("folders: a move keeps the time of creation", holding: []) { manager in
    let made = try manager.create(.fixture("focus"))
    let moved = try #require(try manager.move(made.id, to: Folder(validating: "work")).after)
    #expect(moved.created == made.created && moved.created != nil)
    #expect(try #require(moved.updated) >= #require(made.updated))
  },
  PlaylistCase("folders: the present folder changes nothing") { manager in
    try expectNoChange(manager) { try manager.move(.focus, to: Folder(validating: "/work/deep/")) }
  },
  PlaylistCase("folders: a folder may have the name of a playlist") { manager in
    try manager.move(.focus, to: Folder(validating: "morning"))
    try manager.move(.evening, to: Folder(validating: "focus"))
    #expect(try manager.all().map(\.folder.path) == ["focus", "morning", ""])
  },
]

let wholeFolderCases: [PlaylistCase] = [
  PlaylistCase("whole folders: one is moved with its contents") { manager in
    try manager.move(.evening, to: Folder(validating: "work"))
    let plan = try manager.moveFolder(Folder(validating: "work"), to: Folder(validating: "life/jobs"))
    #expect(plan.changes.map(\.item.id.rawValue) == ["evening", "focus"])
    #expect(try manager.all().map(\.folder.path) == ["life/jobs", "life/jobs/deep", ""])
    #expect(try manager.timeless("focus").withFolder(.top) == .fixture("focus", name: "Deep Focus", episodes: ["a"]))
  },
  PlaylistCase("whole folders: listeners get a change for each playlist, in order of id") { manager in
    let focus = try manager.timeless("focus")
    let evening = try manager.timeless("evening")
    let inWork = evening.withFolder(try Folder(validating: "work"))
    let moved = [inWork.withFolder(try Folder(validating: "w")), focus.withFolder(try Folder(validating: "w/deep"))]
    try await expectChanges(
      [
        .moved(from: evening, to: inWork), .moved(from: inWork, to: moved[0]), .moved(from: focus, to: moved[1]),
        .deleted(moved[0]), .deleted(moved[1]),
      ], heardOf: manager
    ) {
      try manager.move(.evening, to: inWork.folder)
      try manager.moveFolder(Folder(validating: "work"), to: Folder(validating: "w"))
      try manager.deleteFolder(Folder(validating: "w"))
    }
  },
  PlaylistCase("whole folders: one is deleted with its contents") { manager in
    try manager.deleteFolder(Folder(validating: "work"))
    #expect(try manager.ids() == ["evening", "morning"])
  },
  PlaylistCase("whole folders: the present place changes nothing") { manager in
    try expectNoChange(manager) { try manager.moveFolder(Folder(validating: "work"), to: Folder(validating: "work")) }
  },
  PlaylistCase("whole folders: moves into itself, onto another folder, and of the top are refused") { manager in
    let (work, deep) = (try Folder(validating: "work"), try Folder(validating: "work/deep"))
    try manager.move(.evening, to: Folder(validating: "life"))
    for refused in try [(work, deep), (.top, Folder(validating: "x")), (work, .top)] {
      let code: MixtapeError.Code = refused.1 == .top ? .alreadyExists : .invalidFolder
      try expectRefusal(code, by: manager) { try manager.moveFolder(refused.0, to: refused.1) }
    }
    let life = try Folder(validating: "life")
    try expectRefusal(.alreadyExists, .folder(life), by: manager) { try manager.moveFolder(work, to: life) }
    try expectRefusal(.invalidFolder, .folder(.top), by: manager) { try manager.deleteFolder(.top) }
  },
  PlaylistCase("whole folders: a missing one is refused with candidates") { manager in
    let missing = try Folder(validating: "wrok")
    for operation in [PlaylistOperation.deleteFolder(missing), .moveFolder(missing, to: .top)] {
      let error = try expectRefusal(.notFound, .folder(missing), by: manager) { try manager.perform(operation) }
      #expect(error?.candidates == ["work", "work/deep"])
    }
  },
]
