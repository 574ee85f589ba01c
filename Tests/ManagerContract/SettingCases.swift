import MixtapeModel
import Testing

let settingCases: [ContractCase] = [
  ContractCase("settings: each is on at first, and changes alone") { manager in
    for key in PlaybackSettings.Key.allCases {
      #expect(try manager.existing("focus").settings[key])
      try manager.set(key, to: false, of: .focus)
      #expect(try manager.existing("focus").settings == PlaybackSettings().with(key, false))
      try manager.set(key, to: true, of: .focus)
    }
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  ContractCase("settings: the value it has changes nothing") { manager in
    try manager.set(.shuffle, to: false, of: .focus)
    try expectNoChange(manager) { try manager.set(.shuffle, to: false, of: .focus) }
    try expectNoChange(manager) { try manager.set(.continuous, to: true, of: .focus) }
  },
]

let folderCases: [ContractCase] = [
  ContractCase("folders: a move changes the folder, the id and the rest stay") { manager in
    for path in ["work", "", "Evenings/Slow Ones/夜", "work/deep"] {
      let plan = try manager.move(.focus, to: Folder(validating: path))
      #expect(plan.after?.folder.path == path)
      #expect(try manager.timeless("focus") == .fixture("focus", in: path, name: "Deep Focus", episodes: ["a"]))
    }
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  ContractCase("folders: created stays after a move", holding: []) { manager in
    let made = try manager.create(.fixture("focus"))
    let moved = try #require(try manager.move(made.id, to: Folder(validating: "work")).after)
    #expect(moved.created == made.created && moved.created != nil)
    #expect(try #require(moved.updated) >= #require(made.updated))
  },
  ContractCase("folders: the folder it is in changes nothing") { manager in
    try expectNoChange(manager) { try manager.move(.focus, to: Folder(validating: "/work/deep/")) }
  },
  ContractCase("folders: a folder may have the name of a playlist") { manager in
    try manager.move(.focus, to: Folder(validating: "morning"))
    try manager.move(.evening, to: Folder(validating: "focus"))
    #expect(try manager.all().map(\.folder.path) == ["focus", "morning", ""])
  },
]
