#pragma once
// Vectors of constant length. Where Swift compares vectors of floating-point numbers it goes through them one by one;
// barline_larger and barline_smaller are one instruction each (maxps and minps on x86-64). If either is no number, the
// second one is taken.
typedef float barline_floats __attribute__((ext_vector_type(8)));
static inline barline_floats barline_larger(barline_floats a, barline_floats b) { return a > b ? a : b; }
static inline barline_floats barline_smaller(barline_floats a, barline_floats b) { return a < b ? a : b; }

// Bytes in another order, which Swift has no word for: one instruction from SSSE3 on (pshufb), several before.
typedef unsigned char barline_bytes __attribute__((ext_vector_type(16)));
#define BARLINE_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
// Samples of three bytes: eight of them are a, and b from the ninth byte on. The upper two bytes of each.
static inline barline_bytes barline_upper_of_24(barline_bytes a, barline_bytes b) {
  return BARLINE_SHUFFLE(a, b, 1, 2, 4, 5, 7, 8, 10, 11, 21, 22, 24, 25, 27, 28, 30, 31);
}
// The same of samples whose highest byte comes first.
static inline barline_bytes barline_upper_of_24_swapped(barline_bytes a, barline_bytes b) {
  return BARLINE_SHUFFLE(a, b, 1, 0, 4, 3, 7, 6, 10, 9, 21, 20, 24, 23, 27, 26, 30, 29);
}
// The first four samples of three bytes as four bytes each, of which the lowest is 0.
static inline barline_bytes barline_wide_24(barline_bytes a) {
  return BARLINE_SHUFFLE(a, (barline_bytes)0, 16, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11);
}
// The same of samples whose highest byte comes first.
static inline barline_bytes barline_wide_24_swapped(barline_bytes a) {
  return BARLINE_SHUFFLE(a, (barline_bytes)0, 16, 2, 1, 0, 16, 5, 4, 3, 16, 8, 7, 6, 16, 11, 10, 9);
}
// Four numbers of four bytes, each in the other byte order.
static inline barline_bytes barline_swapped_32(barline_bytes a) {
  return BARLINE_SHUFFLE(a, a, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

// Eight pairs of 16-bit integers, each pair in 32 bits: their sums. One instruction on x86-64 (pmaddwd, with ones).
typedef int barline_integers __attribute__((ext_vector_type(8)));
static inline barline_integers barline_pair_sums(barline_integers pairs) {
#if defined(__AVX2__)
  typedef short shorts __attribute__((vector_size(32)));
  return (barline_integers)__builtin_ia32_pmaddwd256((shorts)pairs, (shorts){} + 1);
#elif defined(__SSE2__)
  typedef short shorts __attribute__((vector_size(16)));
  typedef int four __attribute__((ext_vector_type(4)));
  four low = (four)__builtin_ia32_pmaddwd128((shorts)pairs.lo, (shorts){} + 1);
  four high = (four)__builtin_ia32_pmaddwd128((shorts)pairs.hi, (shorts){} + 1);
  return BARLINE_SHUFFLE(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return ((pairs << 16) >> 16) + (pairs >> 16);
#endif
}

// Numbers of four bytes as numbers of eight, which Swift converts one by one.
typedef float barline_pair __attribute__((ext_vector_type(2)));
typedef float barline_four __attribute__((ext_vector_type(4)));
typedef double barline_double_pair __attribute__((ext_vector_type(2)));
typedef double barline_double_four __attribute__((ext_vector_type(4)));
static inline barline_double_pair barline_wide_pair(barline_pair a) {
  return __builtin_convertvector(a, barline_double_pair);
}
static inline barline_double_four barline_wide_four(barline_four a) {
  return __builtin_convertvector(a, barline_double_four);
}
// Integers as numbers, and the lowest byte of each: Swift converts them one by one.
typedef short barline_shorts __attribute__((ext_vector_type(8)));
typedef unsigned char barline_eight_bytes __attribute__((ext_vector_type(8)));
static inline barline_floats barline_numbers(barline_integers a) { return __builtin_convertvector(a, barline_floats); }
static inline barline_floats barline_numbers_of_16(barline_shorts a) { return __builtin_convertvector(a, barline_floats); }
static inline barline_eight_bytes barline_low_bytes(barline_integers a) {
  return __builtin_convertvector(a, barline_eight_bytes);
}
// The larger of each byte: one instruction (pmaxub).
static inline barline_bytes barline_larger_bytes(barline_bytes a, barline_bytes b) { return __builtin_elementwise_max(a, b); }
// 16 rows of 16 bytes, `stride` apart, as 16 columns. Interleaving each row with the one eight rows on, four times, is that.
static inline void barline_transpose_16(const unsigned char *from, long stride, unsigned char *to) {
  barline_bytes a[16], b[16];
  for (int row = 0; row < 16; row++) __builtin_memcpy(&a[row], from + row * stride, 16);
  for (int pass = 0; pass < 4; pass++) {
    for (int row = 0; row < 8; row++) {
      b[2 * row] = BARLINE_SHUFFLE(a[row], a[row + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      b[2 * row + 1] =
        BARLINE_SHUFFLE(a[row], a[row + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    __builtin_memcpy(a, b, sizeof(a));
  }
  __builtin_memcpy(to, a, sizeof(a));
}
// 1 where a number of a is larger than that of b in the same place.
static inline int barline_any_larger(barline_floats a, barline_floats b) {
  return __builtin_reduce_or((a > b) != 0) != 0;
}

// 1 where the processor and the system have AVX2.
static inline int barline_has_avx2(void) {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") != 0;
#else
  return 0;
#endif
}
