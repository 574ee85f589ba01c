// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target. Warnings are errors in CI alone, so that a newer compiler never stops a user's build.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The linker's options of a static `mixtape`, which `scripts/build` finds. They are not options of the whole build, because
/// `mixtape-fetch` loads libcurl when it starts, and `mixtape-tags` TagLib.
let staticLinking: [LinkerSetting] =
  Context.environment["MIXTAPE_STATIC_LINKING"].map { options in
    [.unsafeFlags(options.split(separator: " ").map(String.init))]
  } ?? []

/// Whether the program for the session bus is built. It needs libsystemd, which only Linux has. `MIXTAPE_WITHOUT_MPRIS` is for
/// systems with another service manager.
#if os(Linux)
  let hasSessionBus = Context.environment["MIXTAPE_WITHOUT_MPRIS"] == nil
#else
  let hasSessionBus = false
#endif

let package = Package(
  name: "mixtape",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LosslessTOML", targets: ["LosslessTOML"]),
    .library(name: "MixtapeKit", targets: ["MixtapeKit"]),
    .executable(name: "mixtape", targets: ["mixtape"]),
    .executable(name: "mixtape-fetch", targets: ["mixtape-fetch"]),
    .executable(name: "mixtape-tags", targets: ["mixtape-tags"]),
  ],
  dependencies: [
    // `mixtape` words the parser's English messages again (`ErrorPresenter+Parser.swift`), and another version may write them in
    // another way. Tests of the messages show it. Packages that use only the libraries fetch the parser, but do not compile it.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
  ],
  targets: [
    .target(name: "LosslessTOML", swiftSettings: settings),
    .target(name: "CLibgit2", dependencies: ["Libgit2"]),
    .systemLibrary(name: "Libpcre2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(name: "Libsqlite3", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "Libgit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(name: "Libxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "Libcurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "CLibcurl", dependencies: ["Libcurl"]),
    .systemLibrary(name: "CLinux"),
    .target(
      name: "FileSystem", dependencies: ["CLinux", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .target(
      name: "GitHistory",
      dependencies: ["CLibgit2", "FileSystem", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .target(
      name: "Companions",
      dependencies: ["FileSystem", "MixtapeModel", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .executableTarget(
      name: "mixtape-fetch", dependencies: ["CLibcurl", "Companions", "FileSystem", "MixtapeModel"],
      swiftSettings: settings),
    .systemLibrary(name: "Libtag", pkgConfig: "taglib", providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
    .target(name: "CTagLib", dependencies: ["Libtag"]),
    .executableTarget(
      name: "mixtape-tags", dependencies: ["CTagLib", "Companions", "FileSystem"], swiftSettings: settings),
    .target(name: "CWithoutNetwork"),
    .target(name: "MixtapeModel", swiftSettings: settings),
    .target(name: "Feeds", dependencies: ["Libxml2", "MixtapeModel"], swiftSettings: settings),
    .target(name: "Interchange", dependencies: ["Feeds", "FileSystem", "MixtapeModel"], swiftSettings: settings),
    .target(name: "PlaylistFiles", dependencies: ["LosslessTOML", "MixtapeModel"], swiftSettings: settings),
    .target(
      name: "MixtapeLibrary",
      dependencies: ["Libpcre2", "Libsqlite3", "MixtapeModel"], swiftSettings: settings),
    .target(
      name: "MixtapeStore",
      dependencies: [
        "FileSystem", "GitHistory", "Interchange", "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "PlaylistFiles",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "LanguageServer",
      dependencies: [
        "FileSystem", "GitHistory", "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "MixtapePlayer", "MixtapeStore",
        "PlaylistFiles", .product(name: "SystemPackage", package: "swift-system"),
      ],
      // The schemas of `docs/schema`, which explain keys.
      exclude: ["Resources/Schemas/README.md"],
      resources: ["library", "mixtape", "playlist"].map { .embedInCode("Resources/Schemas/\($0).schema.json") },
      swiftSettings: settings),
    .target(
      name: "Podcasts",
      dependencies: [
        "Companions", "Feeds", "FileSystem", "Interchange", "MixtapeModel", "MixtapeStore",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "MixtapePlayer",
      dependencies: [
        "FileSystem", "MixtapeLibrary", "MixtapeModel", "MixtapeStore",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "StoreBrowser",
      dependencies: [
        "FileSystem", "MixtapeModel", "MixtapePlayer", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "MixtapeKit",
      dependencies: [
        "Companions", "FileSystem", "MixtapeLibrary", "MixtapeModel", "MixtapePlayer", "MixtapeStore", "Podcasts",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "mixtape",
      dependencies: [
        "CWithoutNetwork", "Companions", "Feeds", "FileSystem", "GitHistory", "Interchange", "LanguageServer",
        "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "MixtapePlayer", "MixtapeStore", "PlaylistFiles", "Podcasts",
        "StoreBrowser",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [.embedInCode("Resources/Templates"), .embedInCode("Resources/Editors")],
      swiftSettings: settings, linkerSettings: staticLinking),
    .target(
      name: "TestSupport",
      dependencies: ["MixtapeModel", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "mixtapeTests",
      dependencies: [
        "Companions", "FileSystem", "GitHistory", "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "MixtapePlayer",
        "MixtapeStore", "mixtape", "mixtape-fetch", "mixtape-tags", "PlaylistFiles", "StoreBrowser", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ] + (hasSessionBus ? ["mixtape-mpris"] : []),
      exclude: ["Reference/help.txt", "Reference/Fragments"],
      swiftSettings: settings),
    .testTarget(
      name: "MixtapeStoreTests",
      dependencies: [
        "FileSystem", "GitHistory", "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "MixtapeStore",
        "PlaylistFiles", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(name: "FaultInjection", path: "Tests/FaultInjection"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "FaultInjection", "FileSystem", "MixtapeLibrary", "MixtapeModel", "MixtapeStore", "mixtape", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileSystemTests",
      dependencies: ["FileSystem", "TestSupport", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .testTarget(
      name: "CompanionsTests",
      dependencies: [
        "Companions", "FileSystem", "MixtapeModel", "mixtape-fetch", "mixtape-tags", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["MusicTags/Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "PodcastsTests",
      dependencies: [
        "Companions", "FileSystem", "MixtapeModel", "MixtapeStore", "mixtape-fetch", "Podcasts", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["mixtape", "MixtapeKit", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "PlaylistFilesTests",
      dependencies: ["GitHistory", "LosslessTOML", "MixtapeModel", "PlaylistFiles", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MixtapeModelTests", dependencies: ["MixtapeModel", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MixtapeLibraryTests",
      dependencies: ["MixtapeLibrary", "MixtapeModel", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MixtapePlayerTests",
      dependencies: [
        "FileSystem", "MixtapeModel", "MixtapePlayer", "MixtapeStore", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "LanguageServer", "MixtapeLibrary", "MixtapeModel", "MixtapeStore", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "StoreBrowserTests",
      dependencies: ["MixtapeModel", "MixtapePlayer", "StoreBrowser", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FeedsTests", dependencies: ["Feeds", "MixtapeModel", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "InterchangeTests", dependencies: ["Feeds", "Interchange", "MixtapeModel"], swiftSettings: settings),
    .testTarget(name: "LosslessTOMLTests", dependencies: ["LosslessTOML", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GitHistoryTests",
      dependencies: [
        "FileSystem", "GitHistory", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
  ]
)

if hasSessionBus {
  package.products.append(.executable(name: "mixtape-mpris", targets: ["mixtape-mpris"]))
  package.targets += [
    .systemLibrary(name: "Libsystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .executableTarget(
      name: "mixtape-mpris",
      dependencies: [
        "Companions", "FileSystem", "Libsystemd", .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
  ]
}

// The modules that the benchmarks measure by themselves. Other packages see `LosslessTOML` and `MixtapeKit` alone.
if Context.environment["MIXTAPE_BENCHMARKS"] != nil {
  let measured = ["Companions", "Feeds", "GitHistory", "MixtapeModel", "MixtapePlayer", "PlaylistFiles"]
  package.products += measured.map { .library(name: $0, targets: [$0]) }
}

// The fuzzers, which `scripts/fuzz` builds with `--sanitize=fuzzer`. Their `main` comes from libFuzzer, so that nobody else can
// link them.
if Context.environment["MIXTAPE_FUZZERS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Feeds", "GitHistory", "Interchange", "LosslessTOML", "MixtapeLibrary", "MixtapeModel", "MixtapePlayer",
        "MixtapeStore",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: settings))
}
