#pragma once
// Declarations of Linux that Swift's modules of the C library leave out.
#ifdef __linux__
#include <sys/vfs.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
// In unistd.h for programs that ask for more than POSIX.
int syncfs(int descriptor);
#endif
