#pragma once
#include <adwaita.h>
#include <glib-unix.h>
#include <malloc.h>  // mallopt, which Swift's Glibc leaves out

// libdispatch exports these for a foreign main loop, but declares them in no public header.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable msg);
