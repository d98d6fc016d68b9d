# Episodes that are published: -16 LUFS as AES TD1008 and the large directories recommend it, for stereo and mono alike.
# barline-cli check --profile podcast.profile *.mp3; every setting is named in docs/checks.md.

loudness.least       = -17     # LUFS
loudness.most        = -15
loudness-range.most  = 15      # LU: more is not understood in a car
true-peak.most       = -1      # dBTP: lossy encoders overshoot

digital-silence.most = 1       # seconds, at either end
silence.most         = 3

loudness             = error
true-peak            = error
identical-channels   = off     # speech is often mono in two channels
