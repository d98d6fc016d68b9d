// WaveformModelTests
