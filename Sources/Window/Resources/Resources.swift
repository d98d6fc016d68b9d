// Resources.swift
// What is compiled into the program: interface descriptions and the style sheet, as bytes. The C compiler puts them
// there (CResources): as literals of Swift, which is how SwiftPM embeds a file, they took it 50 s.

import CResources

/// The files of resources/.
public enum Resources {
  public static var window: [UInt8] { bytes(of: barline_window_ui()) }
  public static var status: [UInt8] { bytes(of: barline_status_ui()) }
  public static var fileBar: [UInt8] { bytes(of: barline_file_bar_ui()) }
  public static var notice: [UInt8] { bytes(of: barline_notice_ui()) }
  public static var unkeptMarks: [UInt8] { bytes(of: barline_unkept_marks_ui()) }
  public static var dropSign: [UInt8] { bytes(of: barline_drop_sign_ui()) }
  public static var exportRow: [UInt8] { bytes(of: barline_export_row_ui()) }
  public static var transport: [UInt8] { bytes(of: barline_transport_ui()) }
  public static var sound: [UInt8] { bytes(of: barline_sound_ui()) }
  public static var raw: [UInt8] { bytes(of: barline_raw_ui()) }
  public static var lane: [UInt8] { bytes(of: barline_lane_ui()) }
  public static var laneOffset: [UInt8] { bytes(of: barline_lane_offset_ui()) }
  public static var measures: [UInt8] { bytes(of: barline_measures_ui()) }
  public static var measureGroup: [UInt8] { bytes(of: barline_measure_group_ui()) }
  public static var measureRow: [UInt8] { bytes(of: barline_measure_row_ui()) }
  public static var markList: [UInt8] { bytes(of: barline_mark_list_ui()) }
  public static var mark: [UInt8] { bytes(of: barline_mark_ui()) }
  public static var tier: [UInt8] { bytes(of: barline_tier_ui()) }
  public static var amplitude: [UInt8] { bytes(of: barline_amplitude_ui()) }
  public static var hints: [UInt8] { bytes(of: barline_hints_ui()) }
  public static var compare: [UInt8] { bytes(of: barline_compare_ui()) }
  public static var comparePlace: [UInt8] { bytes(of: barline_compare_place_ui()) }
  public static var noise: [UInt8] { bytes(of: barline_noise_ui()) }
  public static var export: [UInt8] { bytes(of: barline_export_ui()) }
  public static var preferences: [UInt8] { bytes(of: barline_preferences_ui()) }
  public static var find: [UInt8] { bytes(of: barline_find_ui()) }
  public static var spectrogram: [UInt8] { bytes(of: barline_spectrogram_ui()) }
  public static var spectrum: [UInt8] { bytes(of: barline_spectrum_ui()) }
  public static var place: [UInt8] { bytes(of: barline_place_ui()) }
  public static var information: [UInt8] { bytes(of: barline_information_ui()) }
  public static var picture: [UInt8] { bytes(of: barline_picture_ui()) }
  public static var informationRow: [UInt8] { bytes(of: barline_information_row_ui()) }
  public static var listening: [UInt8] { bytes(of: barline_listening_ui()) }
  public static var folder: [UInt8] { bytes(of: barline_folder_ui()) }
  public static var function: [UInt8] { bytes(of: barline_function_ui()) }
  public static var formula: [UInt8] { bytes(of: barline_formula_ui()) }
  public static var style: [UInt8] { bytes(of: barline_style_css()) }

  private static func bytes(of resource: barline_resource) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }
}
