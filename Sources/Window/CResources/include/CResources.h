// CResources.h
// The files of resources/, embedded by the C compiler. A new one gets a line here and a name in Resources.swift.

#pragma once
#include <stddef.h>

// Bytes that live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} barline_resource;

barline_resource barline_window_ui(void);
barline_resource barline_status_ui(void);
barline_resource barline_file_bar_ui(void);
barline_resource barline_notice_ui(void);
barline_resource barline_unkept_marks_ui(void);
barline_resource barline_drop_sign_ui(void);
barline_resource barline_export_row_ui(void);
barline_resource barline_transport_ui(void);
barline_resource barline_sound_ui(void);
barline_resource barline_raw_ui(void);
barline_resource barline_lane_ui(void);
barline_resource barline_lane_offset_ui(void);
barline_resource barline_measures_ui(void);
barline_resource barline_measure_group_ui(void);
barline_resource barline_measure_row_ui(void);
barline_resource barline_mark_list_ui(void);
barline_resource barline_mark_ui(void);
barline_resource barline_tier_ui(void);
barline_resource barline_amplitude_ui(void);
barline_resource barline_hints_ui(void);
barline_resource barline_compare_ui(void);
barline_resource barline_compare_place_ui(void);
barline_resource barline_noise_ui(void);
barline_resource barline_export_ui(void);
barline_resource barline_preferences_ui(void);
barline_resource barline_find_ui(void);
barline_resource barline_spectrogram_ui(void);
barline_resource barline_spectrum_ui(void);
barline_resource barline_place_ui(void);
barline_resource barline_information_ui(void);
barline_resource barline_picture_ui(void);
barline_resource barline_information_row_ui(void);
barline_resource barline_listening_ui(void);
barline_resource barline_folder_ui(void);
barline_resource barline_function_ui(void);
barline_resource barline_formula_ui(void);
barline_resource barline_style_css(void);
