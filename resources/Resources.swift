// Resources.swift
// What is compiled into the program: interface descriptions and the style sheet, as bytes.

/// The files of this folder.
public enum Resources {
  public static var window: [UInt8] { PackageResources.window_ui }
  public static var status: [UInt8] { PackageResources.status_ui }
  public static var fileBar: [UInt8] { PackageResources.file_bar_ui }
  public static var notice: [UInt8] { PackageResources.notice_ui }
  public static var exportRow: [UInt8] { PackageResources.export_row_ui }
  public static var transport: [UInt8] { PackageResources.transport_ui }
  public static var sound: [UInt8] { PackageResources.sound_ui }
  public static var raw: [UInt8] { PackageResources.raw_ui }
  public static var lane: [UInt8] { PackageResources.lane_ui }
  public static var measures: [UInt8] { PackageResources.measures_ui }
  public static var measureGroup: [UInt8] { PackageResources.measure_group_ui }
  public static var measureRow: [UInt8] { PackageResources.measure_row_ui }
  public static var markList: [UInt8] { PackageResources.mark_list_ui }
  public static var mark: [UInt8] { PackageResources.mark_ui }
  public static var tier: [UInt8] { PackageResources.tier_ui }
  public static var amplitude: [UInt8] { PackageResources.amplitude_ui }
  public static var hints: [UInt8] { PackageResources.hints_ui }
  public static var compare: [UInt8] { PackageResources.compare_ui }
  public static var comparePlace: [UInt8] { PackageResources.compare_place_ui }
  public static var noise: [UInt8] { PackageResources.noise_ui }
  public static var export: [UInt8] { PackageResources.export_ui }
  public static var preferences: [UInt8] { PackageResources.preferences_ui }
  public static var find: [UInt8] { PackageResources.find_ui }
  public static var spectrogram: [UInt8] { PackageResources.spectrogram_ui }
  public static var spectrum: [UInt8] { PackageResources.spectrum_ui }
  public static var place: [UInt8] { PackageResources.place_ui }
  public static var information: [UInt8] { PackageResources.information_ui }
  public static var picture: [UInt8] { PackageResources.picture_ui }
  public static var informationRow: [UInt8] { PackageResources.information_row_ui }
  public static var listening: [UInt8] { PackageResources.listening_ui }
  public static var folder: [UInt8] { PackageResources.folder_ui }
  public static var function: [UInt8] { PackageResources.function_ui }
  public static var formula: [UInt8] { PackageResources.formula_ui }
  public static var style: [UInt8] { PackageResources.style_css }
}
