# Announcements that a telephone system plays: nothing may keep a caller waiting, and all are equally loud.
# barline-cli check --profile prompts.profile *.wav; every setting is named in docs/checks.md.

digital-silence.most = 0.5     # seconds, at either end
silence.most         = 1.5
length.least         = 0.1     # seconds

loudness.least       = -35     # LUFS
loudness.most        = -8
true-peak.most       = 1       # dBTP: what a telephone network does not clip any more

dropouts             = error
digital-silence      = error
silence              = error
