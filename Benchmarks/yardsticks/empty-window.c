// empty-window.c
// The least that any program of this kind has to do before something can be seen: a libadwaita window with a
// header bar and a label. Prints a line after its first frame, and ends. `Benchmarks/run` compiles it.

#include <adwaita.h>
#include <stdio.h>

static void painted(GdkFrameClock *clock, gpointer data) {
  puts("first-frame");
  fflush(stdout);
  _exit(0);
}

static void activate(GtkApplication *application) {
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), adw_header_bar_new());
  gtk_box_append(GTK_BOX(box), gtk_label_new("Empty"));
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
  gtk_window_set_default_size(GTK_WINDOW(window), 1100, 620);
  gtk_window_present(GTK_WINDOW(window));
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
  g_signal_connect(gdk_surface_get_frame_clock(surface), "after-paint", G_CALLBACK(painted), NULL);
}

int main(int count, char **words) {
  AdwApplication *application = adw_application_new("org.barline.EmptyWindow", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), count, words);
}
