// Features.swift
// The list of features. Each can be left out (scripts/without).

import WaveformViews

#if !WITHOUT_COMPARE
  import Compare
#endif
#if !WITHOUT_EXPORT
  import Export
#endif
#if !WITHOUT_FINDING
  import Finding
#endif
#if !WITHOUT_FOLDERS
  import Folders
#endif
#if !WITHOUT_FUNCTIONLANES
  import FunctionLanes
#endif
#if !WITHOUT_INFORMATION
  import Information
#endif
#if !WITHOUT_LISTENING
  import Listening
#endif
#if !WITHOUT_MARKEDITOR
  import MarkEditor
#endif
#if !WITHOUT_MEASURESVIEW
  import MeasuresView
#endif
#if !WITHOUT_MEDIA
  import Media
#endif
#if !WITHOUT_NOISE
  import Noise
#endif
#if !WITHOUT_PICTURES
  import Pictures
#endif
#if !WITHOUT_PROJECTFILES
  import ProjectFiles
#endif
#if !WITHOUT_RAWIMPORT
  import RawImport
#endif
#if !WITHOUT_SPECTRUMVIEW
  import SpectrumView
#endif

/// What windows can besides showing, zooming and playing, in the order in which it is added to them.
@MainActor @ListOfFeatures package var features: [any Feature.Type] {
  #if !WITHOUT_FINDING
    FindingFeature.self
  #endif
  #if !WITHOUT_FOLDERS
    FoldersFeature.self
  #endif
  #if !WITHOUT_FUNCTIONLANES
    FunctionLanesFeature.self
  #endif
  #if !WITHOUT_INFORMATION
    InformationFeature.self
  #endif
  #if !WITHOUT_RAWIMPORT
    RawImportFeature.self
  #endif
  #if !WITHOUT_MARKEDITOR
    MarkEditorFeature.self
  #endif
  #if !WITHOUT_NOISE
    NoiseFeature.self
  #endif
  #if !WITHOUT_COMPARE
    CompareFeature.self
  #endif
  #if !WITHOUT_MEASURESVIEW
    MeasuresFeature.self
  #endif
  #if !WITHOUT_SPECTRUMVIEW
    SpectrumFeature.self
  #endif
  #if !WITHOUT_EXPORT
    ExportFeature.self
  #endif
  #if !WITHOUT_PICTURES
    PicturesFeature.self
  #endif
  #if !WITHOUT_MEDIA
    MediaFeature.self
  #endif
  #if !WITHOUT_LISTENING
    ListeningFeature.self
  #endif
  #if !WITHOUT_PROJECTFILES
    // The last one, so that it asks whether to save when all else that would be lost is settled.
    ProjectFilesFeature.self
  #endif
}

/// A list in which any part may be missing, or all.
@resultBuilder package enum ListOfFeatures {
  package static func buildExpression(_ feature: any Feature.Type) -> any Feature.Type { feature }
  package static func buildBlock(_ features: any Feature.Type...) -> [any Feature.Type] { features }
}
