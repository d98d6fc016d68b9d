// late.c
// Cairo, Pango and FFTW for barline-cli: loaded when one of their functions is called for the first time, not
// when the program starts. With the libraries that they bring they were half of a start (docs/performance.md),
// and most commands draw nothing.
//
// The linker takes these functions instead of the libraries' own, which are then not needed. The compiler
// compares them with the libraries' headers. A function that is missing here is found in its library, which is
// loaded at the start again: StartTests.swift looks for that.

#include "late.h"

#include <cairo.h>
#include <cairo-pdf.h>
#include <dlfcn.h>
#include <fftw3.h>
#include <pango/pangocairo.h>
#include <stdatomic.h>
#include <stdlib.h>

// Read by swift-autolink-extract: what modules link with stands before the libraries that pkg-config names, and
// an option of Package.swift behind them, where --as-needed comes too late.
__attribute__((used, section(".swift1_autolink_entries"))) static const char as_needed[] = "-Wl,--as-needed";

static void (*missing)(const char *reason);
void barline_when_missing(void (*report)(const char *reason)) { missing = report; }

// A library that is loaded already is only found again; none is ever unloaded. Without it nothing can go on.
static void *find(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  void *function = handle ? dlsym(handle, name) : NULL;
  if (!function) {
    if (missing) missing(dlerror());
    abort();
  }
  return function;
}

// Threads that meet here for the first time find the same.
#define LATE(library, result, name, parameters, arguments)                           \
  result name parameters {                                                           \
    static _Atomic(__typeof__(&name)) found;                                         \
    __typeof__(&name) function = atomic_load_explicit(&found, memory_order_relaxed); \
    if (!function) {                                                                 \
      function = (__typeof__(&name))find(library, #name);                            \
      atomic_store_explicit(&found, function, memory_order_relaxed);                 \
    }                                                                                \
    return function arguments;                                                       \
  }

#define CAIRO(...) LATE("libcairo.so.2", __VA_ARGS__)
#define PANGO(...) LATE("libpangocairo-1.0.so.0", __VA_ARGS__)  // which brings Pango and GObject
#define FFTW(...) LATE("libfftw3f.so.3", __VA_ARGS__)

CAIRO(void, cairo_append_path, (cairo_t *cr, const cairo_path_t *path), (cr, path))
CAIRO(void, cairo_arc,
      (cairo_t *cr, double xc, double yc, double radius, double angle1, double angle2),
      (cr, xc, yc, radius, angle1, angle2))
CAIRO(void, cairo_clip, (cairo_t *cr), (cr))
CAIRO(void, cairo_close_path, (cairo_t *cr), (cr))
CAIRO(cairo_path_t *, cairo_copy_path, (cairo_t *cr), (cr))
CAIRO(cairo_t *, cairo_create, (cairo_surface_t *target), (target))
CAIRO(void, cairo_destroy, (cairo_t *cr), (cr))
CAIRO(void, cairo_fill, (cairo_t *cr), (cr))
CAIRO(void, cairo_font_extents, (cairo_t *cr, cairo_font_extents_t *extents), (cr, extents))
CAIRO(cairo_pattern_t *, cairo_get_source, (cairo_t *cr), (cr))
CAIRO(cairo_surface_t *, cairo_image_surface_create,
      (cairo_format_t format, int width, int height), (format, width, height))
CAIRO(cairo_surface_t *, cairo_image_surface_create_from_png_stream,
      (cairo_read_func_t read_func, void *closure), (read_func, closure))
CAIRO(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface))
CAIRO(int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface))
CAIRO(int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface))
CAIRO(int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface))
CAIRO(void, cairo_line_to, (cairo_t *cr, double x, double y), (cr, x, y))
CAIRO(void, cairo_move_to, (cairo_t *cr, double x, double y), (cr, x, y))
CAIRO(void, cairo_new_path, (cairo_t *cr), (cr))
CAIRO(void, cairo_new_sub_path, (cairo_t *cr), (cr))
CAIRO(void, cairo_paint, (cairo_t *cr), (cr))
CAIRO(void, cairo_paint_with_alpha, (cairo_t *cr, double alpha), (cr, alpha))
CAIRO(void, cairo_path_destroy, (cairo_path_t *path), (path))
CAIRO(void, cairo_pattern_add_color_stop_rgba,
      (cairo_pattern_t *pattern, double offset, double red, double green, double blue, double alpha),
      (pattern, offset, red, green, blue, alpha))
CAIRO(cairo_pattern_t *, cairo_pattern_create_for_surface, (cairo_surface_t *surface), (surface))
CAIRO(cairo_pattern_t *, cairo_pattern_create_linear,
      (double x0, double y0, double x1, double y1), (x0, y0, x1, y1))
CAIRO(void, cairo_pattern_destroy, (cairo_pattern_t *pattern), (pattern))
CAIRO(void, cairo_pattern_set_extend, (cairo_pattern_t *pattern, cairo_extend_t extend), (pattern, extend))
CAIRO(void, cairo_pattern_set_filter, (cairo_pattern_t *pattern, cairo_filter_t filter), (pattern, filter))
CAIRO(cairo_surface_t *, cairo_pdf_surface_create_for_stream,
      (cairo_write_func_t write_func, void *closure, double width_in_points, double height_in_points),
      (write_func, closure, width_in_points, height_in_points))
CAIRO(void, cairo_pdf_surface_set_metadata,
      (cairo_surface_t *surface, cairo_pdf_metadata_t metadata, const char *utf8), (surface, metadata, utf8))
CAIRO(void, cairo_pop_group_to_source, (cairo_t *cr), (cr))
CAIRO(void, cairo_push_group, (cairo_t *cr), (cr))
CAIRO(void, cairo_rectangle,
      (cairo_t *cr, double x, double y, double width, double height), (cr, x, y, width, height))
CAIRO(void, cairo_restore, (cairo_t *cr), (cr))
CAIRO(void, cairo_rotate, (cairo_t *cr, double angle), (cr, angle))
CAIRO(void, cairo_save, (cairo_t *cr), (cr))
CAIRO(void, cairo_scale, (cairo_t *cr, double sx, double sy), (cr, sx, sy))
CAIRO(void, cairo_select_font_face,
      (cairo_t *cr, const char *family, cairo_font_slant_t slant, cairo_font_weight_t weight),
      (cr, family, slant, weight))
CAIRO(void, cairo_set_antialias, (cairo_t *cr, cairo_antialias_t antialias), (cr, antialias))
CAIRO(void, cairo_set_font_size, (cairo_t *cr, double size), (cr, size))
CAIRO(void, cairo_set_line_cap, (cairo_t *cr, cairo_line_cap_t line_cap), (cr, line_cap))
CAIRO(void, cairo_set_line_join, (cairo_t *cr, cairo_line_join_t line_join), (cr, line_join))
CAIRO(void, cairo_set_line_width, (cairo_t *cr, double width), (cr, width))
CAIRO(void, cairo_set_operator, (cairo_t *cr, cairo_operator_t op), (cr, op))
CAIRO(void, cairo_set_source, (cairo_t *cr, cairo_pattern_t *source), (cr, source))
CAIRO(void, cairo_set_source_rgba,
      (cairo_t *cr, double red, double green, double blue, double alpha), (cr, red, green, blue, alpha))
CAIRO(void, cairo_set_source_surface,
      (cairo_t *cr, cairo_surface_t *surface, double x, double y), (cr, surface, x, y))
CAIRO(void, cairo_show_page, (cairo_t *cr), (cr))
CAIRO(void, cairo_show_text, (cairo_t *cr, const char *utf8), (cr, utf8))
CAIRO(void, cairo_stroke, (cairo_t *cr), (cr))
CAIRO(void, cairo_stroke_preserve, (cairo_t *cr), (cr))
CAIRO(void, cairo_surface_destroy, (cairo_surface_t *surface), (surface))
CAIRO(void, cairo_surface_finish, (cairo_surface_t *surface), (surface))
CAIRO(void, cairo_surface_flush, (cairo_surface_t *surface), (surface))
CAIRO(void, cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface))
CAIRO(void, cairo_surface_set_device_scale,
      (cairo_surface_t *surface, double x_scale, double y_scale), (surface, x_scale, y_scale))
CAIRO(cairo_status_t, cairo_surface_status, (cairo_surface_t *surface), (surface))
CAIRO(cairo_status_t, cairo_surface_write_to_png_stream,
      (cairo_surface_t *surface, cairo_write_func_t write_func, void *closure),
      (surface, write_func, closure))
CAIRO(void, cairo_text_extents,
      (cairo_t *cr, const char *utf8, cairo_text_extents_t *extents), (cr, utf8, extents))
CAIRO(void, cairo_translate, (cairo_t *cr, double tx, double ty), (cr, tx, ty))

PANGO(void, g_object_unref, (gpointer object), (object))
PANGO(PangoLayout *, pango_cairo_create_layout, (cairo_t *cr), (cr))
PANGO(PangoFontMap *, pango_cairo_font_map_get_default, (void), ())
PANGO(void, pango_cairo_show_layout, (cairo_t *cr, PangoLayout *layout), (cr, layout))
PANGO(void, pango_font_description_free, (PangoFontDescription *desc), (desc))
PANGO(PangoFontDescription *, pango_font_description_from_string, (const char *str), (str))
PANGO(void, pango_font_description_set_absolute_size, (PangoFontDescription *desc, double size), (desc, size))
PANGO(void, pango_font_description_set_weight,
      (PangoFontDescription *desc, PangoWeight weight), (desc, weight))
PANGO(PangoContext *, pango_font_map_create_context, (PangoFontMap *fontmap), (fontmap))
PANGO(int, pango_layout_get_baseline, (PangoLayout *layout), (layout))
PANGO(void, pango_layout_get_size, (PangoLayout *layout, int *width, int *height), (layout, width, height))
PANGO(PangoLayout *, pango_layout_new, (PangoContext *context), (context))
PANGO(void, pango_layout_set_font_description,
      (PangoLayout *layout, const PangoFontDescription *desc), (layout, desc))
PANGO(void, pango_layout_set_single_paragraph_mode,
      (PangoLayout *layout, gboolean setting), (layout, setting))
PANGO(void, pango_layout_set_text,
      (PangoLayout *layout, const char *text, int length), (layout, text, length))

FFTW(float *, fftwf_alloc_real, (size_t n), (n))
FFTW(void, fftwf_destroy_plan, (fftwf_plan p), (p))
FFTW(void, fftwf_execute, (const fftwf_plan p), (p))
FFTW(void, fftwf_execute_split_dft, (const fftwf_plan p, float *ri, float *ii, float *ro, float *io),
     (p, ri, ii, ro, io))
FFTW(void, fftwf_free, (void *p), (p))
FFTW(fftwf_plan, fftwf_plan_guru_split_dft,
     (int rank, const fftwf_iodim *dims, int howmany_rank, const fftwf_iodim *howmany_dims, float *ri,
      float *ii, float *ro, float *io, unsigned flags),
     (rank, dims, howmany_rank, howmany_dims, ri, ii, ro, io, flags))
