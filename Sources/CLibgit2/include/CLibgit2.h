#pragma once
#include <git2.h>
#include <stdbool.h>

/// Loads the C library. Call it once, before any other function.
///
/// On Linux the program does not name libgit2 to the dynamic linker, which would load it and its fifteen dependencies for
/// every command, also for those that need no git. Elsewhere it is linked as usual, and so it is with `CLIBGIT2_LINKED`, which
/// `scripts/build` defines where there is a static library; then this does nothing.
///
/// Returns a null pointer, or the reason why the library cannot be loaded.
const char *clibgit2_load(void);

/// Whether `clibgit2_load` has a library to load.
bool clibgit2_needs_loading(void);

// `git_libgit2_opts` takes variable arguments, which Swift cannot call. Each option used gets a function of its own.

int clibgit2_enable_fsync(int enabled);
int clibgit2_enable_strict_hash_verification(int enabled);

/// A null path restores the built-in search path; an empty one searches nowhere.
int clibgit2_set_search_path(git_config_level_t level, const char *path);

// The parts of an object store are called through a table of functions, which Swift does not see.

/// Writes an object whose id the caller knows, whether it is there or not; `git_odb_write` would work the id out.
int clibgit2_backend_write(
    git_odb_backend *backend, const git_oid *id, const void *data, size_t length, git_object_t type);

/// Makes an object that is there look new, so that git does not remove it as unused; 0 where that was done.
int clibgit2_freshen(git_odb *database, const git_oid *id);

void clibgit2_backend_free(git_odb_backend *backend);
