// WindowProject.swift
// What a window has to know of projects. A feature opens and saves them; without one, there are none.

import SystemPackage

/// The project of a window.
@MainActor package protocol WindowProject: AnyObject {
  /// Shows a project in place of what the window shows.
  func open(_ path: FilePath)

  /// True while one is being read.
  var isOpening: Bool { get }

  /// What it is called, for the title; nil: what the window shows is no project that has a file.
  var name: String? { get }

  /// What is to be known of it: sentences, shown before those about the recording.
  var remarks: [String] { get }

  /// True while somebody would miss what is not saved.
  var isUnsaved: Bool { get }
}
