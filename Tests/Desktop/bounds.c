/* Preloaded into the program by tests on GTK 4.16 and later, whose accessibility tree leaves out the padding around widgets,
   because it adds up the borders of widgets within their parents' contents. Here it adds up to what GTK 4.8 said: the place
   and the size of a widget's contents in its window. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef struct {
  unsigned long own, instance;
  void *others[5];
  int (*get_bounds)(void *, int *, int *, int *, int *);
} Accessible;

static void *(*get_parent)(void *), *(*get_root)(void *);
static int (*translate)(void *, void *, double, double, double *, double *);
static int (*get_width)(void *), (*get_height)(void *);

static int bounds(void *widget, int *x, int *y, int *width, int *height) {
  void *parent = get_parent(widget), *root = get_root(widget);
  double left, top, parent_left = 0, parent_top = 0;
  if (!root || !translate(widget, root, 0, 0, &left, &top)) return 0;
  if (parent && !translate(parent, root, 0, 0, &parent_left, &parent_top)) return 0;
  *x = (int)left - (int)parent_left;
  *y = (int)top - (int)parent_top;
  *width = get_width(widget);
  *height = get_height(widget);
  return 1;
}

int gtk_init_check(void) {
  int (*init)(void) = dlsym(RTLD_NEXT, "gtk_init_check");
  unsigned long (*widget_type)(void) = dlsym(RTLD_NEXT, "gtk_widget_get_type");
  unsigned long (*accessible_type)(void) = dlsym(RTLD_NEXT, "gtk_accessible_get_type");
  void *(*class_ref)(unsigned long) = dlsym(RTLD_NEXT, "g_type_class_ref");
  Accessible *(*peek)(void *, unsigned long) = dlsym(RTLD_NEXT, "g_type_interface_peek");
  get_parent = dlsym(RTLD_NEXT, "gtk_widget_get_parent");
  get_root = dlsym(RTLD_NEXT, "gtk_widget_get_root");
  translate = dlsym(RTLD_NEXT, "gtk_widget_translate_coordinates");
  get_width = dlsym(RTLD_NEXT, "gtk_widget_get_width");
  get_height = dlsym(RTLD_NEXT, "gtk_widget_get_height");
  if (!init()) return 0;
  peek(class_ref(widget_type()), accessible_type())->get_bounds = bounds;
  return 1;
}
