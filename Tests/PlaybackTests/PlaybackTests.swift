// PlaybackTests
