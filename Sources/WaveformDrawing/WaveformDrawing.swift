// WaveformDrawing
