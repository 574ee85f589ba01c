#pragma once

// Keeps libgit2 from what it needs for connections alone, which Mixtape never makes. In the program and nowhere else.

#ifdef CLIBGIT2_LINKED

/// Stands in for libgit2's start of mbedTLS, which the linker is asked to pass by: it does nothing and reports success.
///
/// libgit2 reads all certificates of the system when it starts, and gathers random numbers; both take longer than everything
/// else that it does then. No function that makes a connection may be called without this start.
int __wrap_git_mbedtls_stream_global_init(void);

// The libraries for SSH and Kerberos are not linked into the program at all; what libgit2 calls of them is defined in
// `network.c` as functions that do nothing.

#else

/// Stands in for mbedTLS's function of this name, as the dynamic linker prefers it: it reads nothing and reports success.
///
/// libgit2 reads all certificates of the system when it starts, to be ready for connections; on Debian 12 that takes longer
/// than everything else a command does. If a connection were made all the same, it would find no certificate that it
/// trusts, and fail.
int mbedtls_x509_crt_parse_file(void *chain, const char *path);

#endif
