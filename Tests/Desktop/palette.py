"""The colours that the program draws with, read from its source: tests are about which are used, and where."""

import ctypes
import re

from harness import ROOT

#: The second number of the version of libadwaita, whose theme the program takes the ground from.
ADWAITA = ctypes.CDLL("libadwaita-1.so.0").adw_get_minor_version()

_text = (ROOT / "Sources/Engine/WaveformDrawing/Colors/Palette+Values.swift").read_text()
_blocks = dict(re.findall(r"static let (\w+) = Palette\((.*?)\n\n|\Z", _text + "\n\n", re.S))


def _blend(name, ground, color):
    alpha = float(re.search(rf"\b{name}: Color\(0x\w+, alpha: ([\d.]+)\)", color).group(1))
    over = _color(name, color)
    return sum(round(alpha * (over >> s & 255) + (1 - alpha) * (ground >> s & 255)) << s for s in (0, 8, 16))


def _color(name, block):
    return int(re.search(rf"\b{name}: Color\(0x(\w+)", block).group(1), 16)


class Palette:
    def __init__(self, name):
        block = _blocks[name]
        self.background, self.bar = _color("background", block), _color("unplayedBar", block)
        if ADWAITA >= 7 and "dark" in name.lower():
            self.background = 0x1D1D20
        self.edge, self.playhead, self.over = (_color(n, block) for n in ("selectionEdge", "playhead", "over"))
        self.clipping, self.silence = _color("clipping", block), _color("silence", block)
        self.preview, self.curve = _color("preview", block), _color("unplayedLoudness", block)
        self.selected = _blend("selection", self.background, block)


_lanes = (ROOT / "Sources/Engine/WaveformDrawing/Colors/Palette+Lanes.swift").read_text()
# What has not been played of the second waveform, in the light style.
BLUE = int(re.search(r"\(\.blue, \.light\): \(0x(\w+)", _lanes).group(1), 16)

LIGHT, DARK = Palette("light"), Palette("dark")
HIGH_CONTRAST_LIGHT, HIGH_CONTRAST_DARK = Palette("highContrastLight"), Palette("highContrastDark")
