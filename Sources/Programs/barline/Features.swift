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
#if !WITHOUT_RAWIMPORT
  import RawImport
#endif
#if !WITHOUT_SPECTRUMVIEW
  import SpectrumView
#endif

/// What windows can besides showing, zooming and playing, in the order in which it is added to them.
@MainActor let features: [any Feature.Type] = {
  var features: [any Feature.Type] = []
  #if !WITHOUT_FINDING
    features.append(FindingFeature.self)
  #endif
  #if !WITHOUT_FOLDERS
    features.append(FoldersFeature.self)
  #endif
  #if !WITHOUT_FUNCTIONLANES
    features.append(FunctionLanesFeature.self)
  #endif
  #if !WITHOUT_INFORMATION
    features.append(InformationFeature.self)
  #endif
  #if !WITHOUT_RAWIMPORT
    features.append(RawImportFeature.self)
  #endif
  #if !WITHOUT_NOISE
    features.append(NoiseFeature.self)
  #endif
  #if !WITHOUT_COMPARE
    features.append(CompareFeature.self)
  #endif
  #if !WITHOUT_MEASURESVIEW
    features.append(MeasuresFeature.self)
  #endif
  #if !WITHOUT_SPECTRUMVIEW
    features.append(SpectrumFeature.self)
  #endif
  #if !WITHOUT_EXPORT
    features.append(ExportFeature.self)
  #endif
  #if !WITHOUT_PICTURES
    features.append(PicturesFeature.self)
  #endif
  #if !WITHOUT_MEDIA
    features.append(MediaFeature.self)
  #endif
  #if !WITHOUT_LISTENING
    features.append(ListeningFeature.self)
  #endif
  return features
}()
