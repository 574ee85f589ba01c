#pragma once

// Stand-ins for the parts of libgit2 that make connections. Mixtape makes none. They are part of the program and of no library
// product.
//
// A static program needs the functions of libssh2 and Kerberos that libgit2 refers to: Debian has no static Kerberos. They
// are in `network.c`.

/// Replaces libgit2's start of mbedTLS where the linker is told so (`--wrap`), as `scripts/build` does.
///
/// libgit2 reads all certificates of the system when it starts, which takes longer than everything else that it does then.
/// No function of libgit2 that makes a connection may be called without this start.
int __wrap_git_mbedtls_stream_global_init(void);
