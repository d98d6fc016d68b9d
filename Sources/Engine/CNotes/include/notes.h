#pragma once
// libmpg123 tells of sound that it could not make out on standard error and in no other way. Here such lines are counted
// for the thread that calls it; what others say on standard error goes where it went before.

// Calls of this thread that write errors onto standard error are counted in `count` from now on; NULL: no longer.
// `count` must stay until then.
void barline_count_errors(unsigned *count);
