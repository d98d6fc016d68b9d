// Support.swift
// Recordings, a player and waits, for all tests of models.

@_exported import ModelTestSupport
