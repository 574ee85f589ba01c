#pragma once
#include <git2.h>

// `git_libgit2_opts` takes variable arguments, which Swift cannot call. Each option that is used has a function here.

int clibgit2_enable_fsync(int enabled);
int clibgit2_enable_strict_hash_verification(int enabled);

/// A null path restores the built-in search path. An empty path searches nowhere.
int clibgit2_set_search_path(git_config_level_t level, const char *path);

// The backends of an object database are called through tables of functions, which `git2.h` keeps opaque.

/// Writes an object whose id the caller knows, whether it is there or not. `git_odb_write` would hash it again.
int clibgit2_backend_write(
    git_odb_backend *backend, const git_oid *id, const void *data, size_t length, git_object_t type);

/// Updates the time of an existing object, so that git does not remove it as unused. Returns 0 if it was updated.
int clibgit2_freshen(git_odb *database, const git_oid *id);

void clibgit2_backend_free(git_odb_backend *backend);
