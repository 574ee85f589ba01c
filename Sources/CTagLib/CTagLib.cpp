#include "CTagLib.h"
#include "Latin1Text.h"
#include "Values.h"
#include <audioproperties.h>
#include <fileref.h>
#include <flacfile.h>
#include <mp4file.h>
#include <new>
#include <opusfile.h>
#include <tag.h>
#include <tfilestream.h>
#include <tpropertymap.h>
#include <vorbisfile.h>

using namespace TagLib;

namespace ctaglib {
namespace {

/// The properties with one value. Of several, the first counts.
const char *const singleProperties[] = {
  "TITLE", "ALBUM", "DATE", "ORIGINALDATE", "ORIGINALYEAR", "TRACKNUMBER", "TRACK", "DISCNUMBER", "DISC", "BPM", "COMPILATION",
  "MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_RELEASETRACKID", "MUSICBRAINZ_TRACKID", "RATING", "FMPS_RATING", "FMPS_PLAYCOUNT", "PLAY_COUNT",
  "LAST_PLAYED_TIMESTAMP",
};

/// The properties that can have several values, which are joined as `ListedText` does.
const char *const listedProperties[] = {"ARTIST", "ALBUMARTIST", "ALBUM ARTIST", "COMPOSER", "GENRE"};

void addProperties(const PropertyMap &properties, const Values &values) {
  for (const char *name : singleProperties) {
    const auto found = properties.find(name);
    if (found != properties.end() && !found->second.isEmpty()) values.add(name, found->second.front());
  }
  for (const char *name : listedProperties) {
    const auto found = properties.find(name);
    if (found != properties.end()) values.add(name, found->second.toString("; "));
  }
  // Quod Libet and Picard write `rating:E-MAIL`.
  for (const auto &property : properties) {
    if (property.first.startsWith("RATING:") && !property.second.isEmpty()) values.add("NAMED_RATING", property.second.front());
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

/// A file whose name does not show its format, so that TagLib detects the format by the content.
class NamelessStream : public FileStream {
public:
  explicit NamelessStream(const char *path) : FileStream(path, true) {}
  FileName name() const override { return ""; }
};

/// Returns whether a file is named `.mp3`, and has another format. TagLib would find frames in it by chance.
bool isMisnamed(const std::string &path, NamelessStream &stream) {
  const auto extension = path.size() < 4 ? String() : String(path.substr(path.size() - 4)).upper();
  return extension == ".MP3"
    && (FLAC::File::isSupported(&stream) || MP4::File::isSupported(&stream) || Ogg::Vorbis::File::isSupported(&stream)
        || Ogg::Opus::File::isSupported(&stream));
}

/// Hands over the values of a file with sound, and returns whether it is one.
bool addValues(const FileRef &reference, const Values &values) {
  if (reference.isNull() || !reference.file()->isValid()) return false;
  const auto *audio = reference.audioProperties();
  // Any content is valid MPEG for TagLib. Without a frame, there is no sample rate.
  if (!audio || audio->sampleRate() <= 0) return false;
  values.add("LENGTH", audio->lengthInMilliseconds());
  values.add("BITRATE", audio->bitrate());
  values.add("SAMPLERATE", audio->sampleRate());
  addProperties(reference.file()->properties(), values);
  if (const auto *tag = reference.tag()) addCommonTags(tag, values);
  addFormatValues(reference.file(), values);
  return true;
}

/// Reads a file by the format of its extension; by that of its content if the extension is wrong.
int read(const char *path, const Values &values) {
  NamelessStream stream(path);
  if (!isMisnamed(path, stream) && addValues(FileRef(path, true, AudioProperties::Average), values)) return CTAGLIB_READ;
  return addValues(FileRef(&stream, true, AudioProperties::Average), values) ? CTAGLIB_READ : CTAGLIB_NO_SOUND;
}

} // namespace
} // namespace ctaglib

int ctaglib_read(const char *path, void *context, ctaglib_receiver receiver) {
  try {
    ctaglib::readLatin1AsWritten();
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
