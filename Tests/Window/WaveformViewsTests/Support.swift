// Support.swift
// An application, and turns of the loop, for all tests of windows.

@_exported import ViewTestSupport
