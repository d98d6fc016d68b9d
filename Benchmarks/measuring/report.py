"""The table, and where it is kept."""
import dataclasses
import os
import platform
import re
import subprocess
import time

PAGE = "docs/performance.md"
BEGIN, END = "<!-- Benchmarks/run --record: begin -->", "<!-- Benchmarks/run --record: end -->"
#: What else the machine had to do before the first figure was taken.
LOAD = os.getloadavg()[0]
HEAD = ["what", "measured", "compared with", "ratio", "reach", "ok"]


@dataclasses.dataclass
class Row:
    """One line; `ok` is None where there is nothing to reach."""

    what: str
    measured: str = ""
    compared: str = ""
    ratio: str = ""
    reach: str = ""
    ok: bool | None = None

    def cells(self):
        """As text, in the order of the head."""
        ok = {True: "yes", False: "**no**", None: ""}[self.ok]
        return [self.what, self.measured, self.compared, self.ratio, self.reach, ok]


def table(rows):
    """Rows as Markdown whose columns stand in line."""
    lines = [HEAD] + [row.cells() for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    text = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(text)


def record(rows):
    """Puts the table between the marks of the page, with date and machine."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    text = f"{BEGIN}\n{time.strftime('%Y-%m-%d')}, {machine()}\n\n{table(rows)}\n{END}"
    kept, count = re.subn(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: text, page, flags=re.DOTALL)
    if count != 1:
        raise RuntimeError(f"{PAGE} has no place for the table")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(kept)


def machine():
    """Processor, cores, memory and versions: what figures depend on."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    memory = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    with open("/etc/os-release", encoding="utf-8") as file:
        system = next(line.split("=")[1].strip().strip('"') for line in file if line.startswith("PRETTY_NAME"))
    kernel = ".".join(platform.release().split(".")[:2])
    swift = re.search(r"Swift version (\S+)", output("swiftc", "--version")).group(1)
    gtk = output("pkg-config", "--modversion", "gtk4").strip()
    return (
        f"{model}, {os.cpu_count()} cores, {memory} GiB; {system}, Linux {kernel}, Swift {swift}, "
        f"GTK {gtk}; cairo renderer, Xvfb, no GPU; load {LOAD:.1f} when it began."
    )


def output(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
