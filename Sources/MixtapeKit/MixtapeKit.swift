// One import for programs that embed Mixtape: stores, playlists, podcasts, rules and the player. The name differs from that of the
// program by more than case, because some file systems ignore case.
@_exported public import Companions
@_exported public import FileSystem
@_exported public import MixtapePlayer
@_exported public import MixtapeLibrary
@_exported public import MixtapeModel
@_exported public import MixtapeStore
@_exported public import Podcasts
@_exported public import SystemPackage
