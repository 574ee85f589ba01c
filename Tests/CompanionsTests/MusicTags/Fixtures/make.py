#!/usr/bin/env python3
"""Makes the files of this directory again: a tenth of a second of silence in each format, with tags.

Requires ffmpeg, and mutagen from PyPI.
"""
import os
import struct
import subprocess

from mutagen.aiff import AIFF
from mutagen.apev2 import APEv2
from mutagen.flac import FLAC
from mutagen.id3 import POPM, TALB, TBPM, TCOM, TCON, TDRC, TIT2, TPE1, TPE2, TPOS, TRCK, TXXX
from mutagen.mp3 import MP3
from mutagen.mp4 import MP4, MP4FreeForm
from mutagen.oggopus import OggOpus
from mutagen.oggvorbis import OggVorbis
from mutagen.wave import WAVE
from mutagen.wavpack import WavPack

os.chdir(os.path.dirname(os.path.abspath(__file__)))

RELEASE = "6a1f3c9e-0f8d-4a53-9b43-1d5c8c0a7b11"
TRACK = "0d2f6c55-3d7b-4c6e-8a0e-53b7c3f7f0aa"
CODECS = {
    "mp3": "-c:a libmp3lame -b:a 32k -write_xing 0", "m4a": "-c:a aac -b:a 16k", "flac": "-c:a flac",
    "ogg": "-c:a libvorbis -q:a 0", "opus": "-c:a libopus -b:a 6k", "wav": "-c:a pcm_u8", "aiff": "-c:a pcm_s8",
    "wv": "-c:a wavpack",
}
COMMENTS = {
    "TITLE": "Rain", "ARTIST": "Ann", "ALBUMARTIST": "Ann & Bo", "ALBUM": "Weather", "GENRE": "Ambient", "DATE": "2003-05-01",
    "COMPOSER": "Bo", "TRACKNUMBER": "3", "DISCNUMBER": "2", "BPM": "120", "MUSICBRAINZ_ALBUMID": RELEASE,
    "MUSICBRAINZ_RELEASETRACKID": TRACK, "FMPS_RATING": "0.8", "FMPS_PLAYCOUNT": "7.0",
    "LAST_PLAYED_TIMESTAMP": "2023-05-01 12:34:56",
}


def frames(tags):
    for frame in [
        TIT2(text="Rain"), TPE1(text="Ann"), TPE2(text="Ann & Bo"), TALB(text="Weather"), TCON(text="Ambient"),
        TDRC(text="2003-05-01"), TCOM(text="Bo"), TRCK(text="3/12"), TPOS(text="2/2"), TBPM(text="120"),
        TXXX(desc="MusicBrainz Album Id", text=RELEASE), TXXX(desc="MusicBrainz Release Track Id", text=TRACK),
        POPM(email="a@example.org", rating=196, count=7), TXXX(desc="LAST_PLAYED_TIMESTAMP", text="2023-05-01 12:34:56"),
    ]:
        tags.add(frame)


for extension, options in CODECS.items():
    name = "rain." + extension
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "0.1",
         "-map_metadata", "-1", "-fflags", "+bitexact", *options.split(), name], check=True)

# Monkey's Audio: a descriptor and a header (version 3.99) without frames.
with open("rain.ape", "wb") as file:
    file.write(b"MAC " + struct.pack("<HHIIIIIII16s", 3990, 0, 52, 24, 0, 0, 0, 0, 0, bytes(16)))
    file.write(struct.pack("<HHIIIHHI", 2000, 0, 73728, 800, 1, 8, 1, 8000))

for name in ["rain.mp3", "rain.wav", "rain.aiff"]:
    file = {"mp3": MP3, "wav": WAVE, "aiff": AIFF}[name[5:]](name)
    if file.tags is None:
        file.add_tags()
    frames(file.tags)
    file.save(v2_version=4, padding=lambda info: 0)
for name, kind in [("rain.flac", FLAC), ("rain.ogg", OggVorbis), ("rain.opus", OggOpus)]:
    file = kind(name)
    file.delete()
    file = kind(name)
    for key, value in COMMENTS.items():
        file[key] = value
    file.save(padding=lambda info: 0)
for name in ["rain.ape", "rain.wv"]:
    tags = APEv2()
    names = {"DATE": "Year", "ALBUMARTIST": "Album Artist", "TRACKNUMBER": "Track", "DISCNUMBER": "Disc"}
    for key, value in COMMENTS.items():
        tags[names.get(key, key)] = value
    tags.save(name)
file = MP4("rain.m4a")
file.update({
    "\xa9nam": "Rain", "\xa9ART": "Ann", "aART": "Ann & Bo", "\xa9alb": "Weather", "\xa9gen": "Ambient", "\xa9day": "2003-05-01",
    "\xa9wrt": "Bo", "trkn": [(3, 12)], "disk": [(2, 2)], "tmpo": [120], "rate": "80",
})
for key, value in [
    ("MusicBrainz Album Id", RELEASE), ("MusicBrainz Release Track Id", TRACK), ("FMPS_PLAYCOUNT", "7.0"),
    ("LAST_PLAYED_TIMESTAMP", "2023-05-01 12:34:56"),
]:
    file["----:com.apple.iTunes:" + key] = MP4FreeForm(value.encode())
file.save(padding=lambda info: 0)
