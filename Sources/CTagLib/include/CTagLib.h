#pragma once

// TagLib has an interface for C, but it lacks ratings, MusicBrainz ids and most other tags. These functions read what Mixtape needs.

#ifdef __cplusplus
extern "C" {
#endif

/// Receives a value of a file: its key and its text in UTF-8, both valid during the call. A key may come several times.
typedef void (*ctaglib_receiver)(void *context, const char *key, const char *value);

/// The results of reading a file.
enum {
  /// The values were handed over.
  CTAGLIB_READ = 0,
  /// The file has no sound that TagLib knows.
  CTAGLIB_NO_SOUND = 1,
  /// The file requires more memory than there is.
  CTAGLIB_NO_MEMORY = 2,
  /// TagLib has failed in another way.
  CTAGLIB_FAILED = 3,
};

/// The longest value in bytes, without its null. Longer ones are cut at a whole character.
enum { CTAGLIB_LONGEST_VALUE = 1000 };

/// Reads the properties and the tags of a file, and hands them over one by one. No exception leaves the function.
int ctaglib_read(const char *path, void *context, ctaglib_receiver receiver);

/// The version of TagLib's headers, such as `1.13`.
const char *ctaglib_version(void);

#ifdef __cplusplus
}
#endif
