#include "CTagLib.h"
#include "Values.h"
#include <audioproperties.h>
#include <fileref.h>
#include <new>
#include <tag.h>
#include <tpropertymap.h>

using namespace TagLib;

namespace ctaglib {
namespace {

/// The properties with one value. Of several, the first counts.
const char *const singleProperties[] = {
  "TITLE", "ALBUM", "GENRE", "DATE", "TRACKNUMBER", "TRACK", "DISCNUMBER", "DISC", "BPM", "COMPILATION",
  "MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_RELEASETRACKID", "MUSICBRAINZ_TRACKID", "RATING", "FMPS_RATING", "FMPS_PLAYCOUNT", "PLAY_COUNT",
  "LAST_PLAYED_TIMESTAMP",
};

/// The properties that name people. Several are listed.
const char *const listedProperties[] = {"ARTIST", "ALBUMARTIST", "ALBUM ARTIST", "COMPOSER"};

void addProperties(const PropertyMap &properties, const Values &values) {
  for (const char *name : singleProperties) {
    const auto found = properties.find(name);
    if (found != properties.end() && !found->second.isEmpty()) values.add(name, found->second.front());
  }
  for (const char *name : listedProperties) {
    const auto found = properties.find(name);
    if (found != properties.end()) values.add(name, found->second.toString(", "));
  }
}

/// Hands over the tags that all formats have, under other keys: they count only where the properties lack them.
void addCommonTags(const Tag *tag, const Values &values) {
  values.add("COMMON_TITLE", tag->title());
  values.add("COMMON_ARTIST", tag->artist());
  values.add("COMMON_ALBUM", tag->album());
  values.add("COMMON_GENRE", tag->genre());
  if (tag->year() > 0) values.add("COMMON_DATE", tag->year());
  if (tag->track() > 0) values.add("COMMON_TRACKNUMBER", tag->track());
}

int read(const char *path, const Values &values) {
  FileRef reference(path, true, AudioProperties::Average);
  if (reference.isNull() || !reference.file()->isValid()) return CTAGLIB_NO_SOUND;
  const auto *audio = reference.audioProperties();
  // Any content is valid MPEG for TagLib. Without a frame, there is no sample rate.
  if (!audio || audio->sampleRate() <= 0) return CTAGLIB_NO_SOUND;
  values.add("LENGTH", audio->lengthInMilliseconds());
  values.add("BITRATE", audio->bitrate());
  values.add("SAMPLERATE", audio->sampleRate());
  addProperties(reference.file()->properties(), values);
  if (const auto *tag = reference.tag()) addCommonTags(tag, values);
  addFormatValues(reference.file(), values);
  return CTAGLIB_READ;
}

} // namespace
} // namespace ctaglib

int ctaglib_read(const char *path, void *context, ctaglib_receiver receiver) {
  try {
    return ctaglib::read(path, ctaglib::Values(context, receiver));
  } catch (const std::bad_alloc &) {
    return CTAGLIB_NO_MEMORY;
  } catch (...) {
    return CTAGLIB_FAILED;
  }
}

#define CTAGLIB_TEXT_OF(number) #number
#define CTAGLIB_TEXT(number) CTAGLIB_TEXT_OF(number)
const char *ctaglib_version(void) { return CTAGLIB_TEXT(TAGLIB_MAJOR_VERSION) "." CTAGLIB_TEXT(TAGLIB_MINOR_VERSION); }
