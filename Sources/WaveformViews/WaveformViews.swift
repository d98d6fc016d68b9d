// WaveformViews
