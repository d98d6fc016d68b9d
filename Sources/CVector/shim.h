#pragma once
// Eight numbers at a time. Where Swift compares vectors of floating-point numbers it goes through them one by one;
// these are one instruction each (maxps and minps on x86-64). If either is no number, the second one is taken.
typedef float barline_floats __attribute__((ext_vector_type(8)));
static inline barline_floats barline_larger(barline_floats a, barline_floats b) { return a > b ? a : b; }
static inline barline_floats barline_smaller(barline_floats a, barline_floats b) { return a < b ? a : b; }

// 1 where the processor and the system have AVX2.
static inline int barline_has_avx2(void) {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") != 0;
#else
  return 0;
#endif
}
