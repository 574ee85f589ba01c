#pragma once

/// Stands in for mbedTLS's function of this name, in the program and nowhere else: it reads nothing and reports success.
///
/// libgit2 reads all certificates of the system when it starts, to be ready for connections that the program never makes;
/// on Debian 12 that takes longer than everything else a command does. If a connection were made all the same, it would
/// find no certificate that it trusts, and fail.
int mbedtls_x509_crt_parse_file(void *chain, const char *path);
