// resources.c
// Embeds each file with #embed (C23; clang 19, which Swift 6.2 brings along). clang writes the files down as what this
// one depends on, so that an edited interface is built anew.

#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define RESOURCE(name) \
  barline_resource barline_##name(void) { return (barline_resource){name, sizeof name}; }

static const unsigned char window_ui[] = {
#embed "../../../resources/window.ui"
};
RESOURCE(window_ui)

static const unsigned char status_ui[] = {
#embed "../../../resources/status.ui"
};
RESOURCE(status_ui)

static const unsigned char file_bar_ui[] = {
#embed "../../../resources/file-bar.ui"
};
RESOURCE(file_bar_ui)

static const unsigned char notice_ui[] = {
#embed "../../../resources/notice.ui"
};
RESOURCE(notice_ui)

static const unsigned char drop_sign_ui[] = {
#embed "../../../resources/drop-sign.ui"
};
RESOURCE(drop_sign_ui)

static const unsigned char unkept_marks_ui[] = {
#embed "../../../resources/unkept-marks.ui"
};
RESOURCE(unkept_marks_ui)

static const unsigned char export_row_ui[] = {
#embed "../../../resources/export-row.ui"
};
RESOURCE(export_row_ui)

static const unsigned char transport_ui[] = {
#embed "../../../resources/transport.ui"
};
RESOURCE(transport_ui)

static const unsigned char sound_ui[] = {
#embed "../../../resources/sound.ui"
};
RESOURCE(sound_ui)

static const unsigned char raw_ui[] = {
#embed "../../../resources/raw.ui"
};
RESOURCE(raw_ui)

static const unsigned char lane_ui[] = {
#embed "../../../resources/lane.ui"
};
RESOURCE(lane_ui)

static const unsigned char lane_offset_ui[] = {
#embed "../../../resources/lane-offset.ui"
};
RESOURCE(lane_offset_ui)

static const unsigned char measures_ui[] = {
#embed "../../../resources/measures.ui"
};
RESOURCE(measures_ui)

static const unsigned char measure_group_ui[] = {
#embed "../../../resources/measure-group.ui"
};
RESOURCE(measure_group_ui)

static const unsigned char measure_row_ui[] = {
#embed "../../../resources/measure-row.ui"
};
RESOURCE(measure_row_ui)

static const unsigned char mark_list_ui[] = {
#embed "../../../resources/mark-list.ui"
};
RESOURCE(mark_list_ui)

static const unsigned char mark_ui[] = {
#embed "../../../resources/mark.ui"
};
RESOURCE(mark_ui)

static const unsigned char tier_ui[] = {
#embed "../../../resources/tier.ui"
};
RESOURCE(tier_ui)

static const unsigned char amplitude_ui[] = {
#embed "../../../resources/amplitude.ui"
};
RESOURCE(amplitude_ui)

static const unsigned char hints_ui[] = {
#embed "../../../resources/hints.ui"
};
RESOURCE(hints_ui)

static const unsigned char compare_ui[] = {
#embed "../../../resources/compare.ui"
};
RESOURCE(compare_ui)

static const unsigned char compare_place_ui[] = {
#embed "../../../resources/compare-place.ui"
};
RESOURCE(compare_place_ui)

static const unsigned char noise_ui[] = {
#embed "../../../resources/noise.ui"
};
RESOURCE(noise_ui)

static const unsigned char export_ui[] = {
#embed "../../../resources/export.ui"
};
RESOURCE(export_ui)

static const unsigned char preferences_ui[] = {
#embed "../../../resources/preferences.ui"
};
RESOURCE(preferences_ui)

static const unsigned char find_ui[] = {
#embed "../../../resources/find.ui"
};
RESOURCE(find_ui)

static const unsigned char spectrogram_ui[] = {
#embed "../../../resources/spectrogram.ui"
};
RESOURCE(spectrogram_ui)

static const unsigned char spectrum_ui[] = {
#embed "../../../resources/spectrum.ui"
};
RESOURCE(spectrum_ui)

static const unsigned char place_ui[] = {
#embed "../../../resources/place.ui"
};
RESOURCE(place_ui)

static const unsigned char information_ui[] = {
#embed "../../../resources/information.ui"
};
RESOURCE(information_ui)

static const unsigned char picture_ui[] = {
#embed "../../../resources/picture.ui"
};
RESOURCE(picture_ui)

static const unsigned char information_row_ui[] = {
#embed "../../../resources/information-row.ui"
};
RESOURCE(information_row_ui)

static const unsigned char listening_ui[] = {
#embed "../../../resources/listening.ui"
};
RESOURCE(listening_ui)

static const unsigned char folder_ui[] = {
#embed "../../../resources/folder.ui"
};
RESOURCE(folder_ui)

static const unsigned char function_ui[] = {
#embed "../../../resources/function.ui"
};
RESOURCE(function_ui)

static const unsigned char formula_ui[] = {
#embed "../../../resources/formula.ui"
};
RESOURCE(formula_ui)

static const unsigned char style_css[] = {
#embed "../../../resources/style.css"
};
RESOURCE(style_css)
