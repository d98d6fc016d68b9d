#pragma once
// What a program is asked for before anything else, where the system does not mount /proc either.

// The program's arguments, its name first; ends with NULL.
char *const *barline_arguments(void);
// The program itself, as it was named to the kernel; NULL where the kernel does not say (getauxval(3), AT_EXECFN).
const char *barline_program(void);
