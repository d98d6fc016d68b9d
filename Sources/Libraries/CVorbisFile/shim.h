#pragma once
// The ready-made callbacks are static variables, which would be unused here.
#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/vorbisfile.h>
