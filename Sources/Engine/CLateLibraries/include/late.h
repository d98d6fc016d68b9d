#pragma once

// Sets who is told why a library cannot be loaded, before anything is drawn. `report` ends the program.
void barline_when_missing(void (*_Nonnull report)(const char *_Nonnull reason));
