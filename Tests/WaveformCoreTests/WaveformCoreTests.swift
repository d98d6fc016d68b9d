// WaveformCoreTests
