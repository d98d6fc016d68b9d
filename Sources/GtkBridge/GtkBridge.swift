// GtkBridge
