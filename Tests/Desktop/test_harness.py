"""What judges the other tests: when a failure is excused, and whose complaints count."""

import stolen
from harness import complaints, expect, expect_equal


def test_a_tenth_of_a_processor_over_the_whole_try_excuses_a_failure(_session):
    for seconds in (0.5, 1, 2.5, 20):
        bound = int(10 * seconds) + 1
        expect(stolen.is_an_excuse(stolen.share(bound, seconds, 100)), f"{bound} ticks in {seconds} s")
        expect(not stolen.is_an_excuse(stolen.share(bound - 1, seconds, 100)), f"{bound - 1} ticks in {seconds} s")
    expect_equal(stolen.share(201, 1, 100), 2, "two processors")
    expect_equal(stolen.share(1, 0.001, 100), 0, "one tick, which two readings may differ by")
    expect_equal(stolen.share(1000, 0, 100), 0, "the share of no time")
    expect_equal(stolen.ticks("cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8"), 80, "ticks of all processors")
    expect_equal(stolen.ticks("cpu  1 2 3\ncpu0 1 2 3 4 5 6 7 8"), 0, "ticks of a kernel that does not tell")


def test_only_what_a_program_complains_of_itself_counts(_session):
    own, other = "(barline:7): Gtk-WARNING **: 1: a", "(gvfsd:8): GVFS-WARNING **: 2: b"
    expect_equal(complaints(f"\n{own}\n\n{other}\n", 7), [own], "the complaints of process 7")
    expect_equal(complaints(other, 7), [], "the complaints of process 7 in another's")
    for line in ("** (process:7): WARNING **: 3: c", "barline/Main.swift:3: Fatal error: d", "Gtk-Message: e"):
        expect_equal(complaints(f"all is well\n{line}\nand so on", 7), [line], "the complaint")
