// GtkBridgeTests
