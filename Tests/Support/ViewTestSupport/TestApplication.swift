// TestApplication.swift
// The application of all windows under test: a process can register one.

import GtkBridge
import XCTest

@MainActor package enum TestApplication {
  package static let shared: Application = {
    let application = Application(name: "Test", identifier: "org.barline.Barline.Test", isUnique: false)
    XCTAssertTrue(application.register())
    return application
  }()
}
