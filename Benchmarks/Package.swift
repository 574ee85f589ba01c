// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "mixtape-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "mixtape", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
    // toml++ with a Swift interface, for comparison with LosslessTOML.
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "Companions", package: "mixtape"),
        .product(name: "Feeds", package: "mixtape"),
        .product(name: "GitHistory", package: "mixtape"),
        .product(name: "LosslessTOML", package: "mixtape"),
        .product(name: "MixtapeModel", package: "mixtape"),
        .product(name: "MixtapePlayer", package: "mixtape"),
        .product(name: "PlaylistFiles", package: "mixtape"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
