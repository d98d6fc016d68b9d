// WaveformModel
