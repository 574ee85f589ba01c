#pragma once

// Keeps libgit2 from what it needs for connections alone, which Mixtape never makes. In the program and nowhere else.

// Where libgit2 is linked into the program, the linker is asked to take the function here for that of mbedTLS; where it is
// loaded, the dynamic linker prefers it.
#ifdef CLIBGIT2_LINKED
#define mbedtls_x509_crt_parse_file __wrap_mbedtls_x509_crt_parse_file
#endif

/// Stands in for mbedTLS's function of this name: it reads nothing and reports success.
///
/// libgit2 reads all certificates of the system when it starts, to be ready for connections; on Debian 12 that takes longer
/// than everything else a command does. If a connection were made all the same, it would find no certificate that it
/// trusts, and fail.
int mbedtls_x509_crt_parse_file(void *chain, const char *path);

// The libraries for SSH and Kerberos are not linked into the program at all; what libgit2 calls of them is defined in
// `network.c` as functions that do nothing.
