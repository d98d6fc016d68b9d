// WaveformDrawingTests
