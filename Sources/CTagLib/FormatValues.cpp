#include "Values.h"
#include <aifffile.h>
#include <flacfile.h>
#include <id3v2header.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpegfile.h>
#include <popularimeterframe.h>
#include <textidentificationframe.h>
#include <trueaudiofile.h>
#include <unknownframe.h>
#include <wavfile.h>

using namespace TagLib;

namespace ctaglib {
namespace {

/// Returns the ID3v2 tag of a file, or null.
ID3v2::Tag *id3v2(File *file) {
  if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) return mpeg->ID3v2Tag();
  if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) return wave->ID3v2Tag();
  if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) return aiff->tag();
  if (auto *flac = dynamic_cast<FLAC::File *>(file)) return flac->ID3v2Tag();
  if (auto *trueAudio = dynamic_cast<TrueAudio::File *>(file)) return trueAudio->ID3v2Tag();
  return nullptr;
}

/// Hands over the frames POPM, one for each person who rated, as `e-mail|rating|plays`, and PCNT, a number in big-endian order.
void addFrames(const ID3v2::Tag *tag, const Values &values) {
  for (const auto *frame : tag->frameList("POPM")) {
    if (const auto *popularimeter = dynamic_cast<const ID3v2::PopularimeterFrame *>(frame)) {
      const auto numbers = '|' + std::to_string(popularimeter->rating()) + '|' + std::to_string(popularimeter->counter());
      values.add("POPM", popularimeter->email() + numbers);
    }
  }
  for (const auto *frame : tag->frameList("PCNT")) {
    if (const auto *counter = dynamic_cast<const ID3v2::UnknownFrame *>(frame)) {
      const auto data = counter->data();
      unsigned long long number = 0;
      for (unsigned int i = 0; i < data.size() && i < 7; i++) number = number << 8 | static_cast<unsigned char>(data[i]);
      values.add("PCNT", static_cast<long long>(number));
    }
  }
}

/// Hands over the refinement of a genre. Before ID3v2.4, `(4)Eurodisco` means Eurodisco, a kind of genre 4 (ID3v2.3, section 4.2.1).
/// TagLib splits it into two genres.
void addRefinedGenre(const ID3v2::Tag *tag, const Values &values) {
  const auto &frames = tag->frameList("TCON");
  if (tag->header()->majorVersion() > 3 || frames.isEmpty()) return;
  const auto *frame = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frames.front());
  if (!frame) return;
  const auto genres = frame->fieldList();
  bool isNumber = false;
  if (genres.size() < 2) return;
  genres.front().toInt(&isNumber);
  if (!isNumber) return;
  genres.back().toInt(&isNumber);
  if (!isNumber) values.add("REFINED_GENRE", genres.back());
}

/// Hands over the atom `rate`, and free atoms that TagLib leaves out of its properties.
void addAtoms(const MP4::Tag *tag, const Values &values) {
  static const String prefix = "----:com.apple.iTunes:";
  const auto items = tag->itemMap();
  for (const auto &entry : items) {
    const auto texts = entry.second.toStringList();
    if (entry.first == "rate") values.add("RATE", texts.isEmpty() ? String() : texts.front());
    if (!entry.first.startsWith(prefix) || texts.isEmpty()) continue;
    const auto name = entry.first.substr(prefix.size()).upper();
    for (const char *known : {"RATING", "RATE", "FMPS_RATING", "FMPS_PLAYCOUNT", "PLAY_COUNT", "LAST_PLAYED_TIMESTAMP"}) {
      if (name == known) values.add(known, texts.front());
    }
  }
}

/// Hands over the place of the first frame if no header states the number of frames. TagLib then takes the bit rate of the first one
/// for that of all.
void addFirstFrame(MPEG::File *mpeg, const Values &values) {
  const auto *properties = mpeg->audioProperties();
  if (properties && !properties->xingHeader()) values.add("FIRST_FRAME", static_cast<long long>(mpeg->firstFrameOffset()));
}

} // namespace

void addFormatValues(File *file, const Values &values) {
  if (const auto *tag = id3v2(file)) {
    addFrames(tag, values);
    addRefinedGenre(tag, values);
  }
  if (auto *mp4 = dynamic_cast<MP4::File *>(file)) {
    if (const auto *tag = mp4->tag()) addAtoms(tag, values);
  }
  if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) addFirstFrame(mpeg, values);
}

} // namespace ctaglib
