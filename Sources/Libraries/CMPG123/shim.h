#pragma once
// The functions by the names that versions before 1.31 have as well.
#define MPG123_ENUM_API
#include <mpg123.h>
