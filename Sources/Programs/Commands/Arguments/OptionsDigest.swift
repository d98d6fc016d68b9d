// OptionsDigest.swift
// What a command was told to make of each file, as a number: the manifest keeps it, so that other options are other work.

import ArgumentParser
import Batch
import HostIO

/// Options that decide which files are worked on, where outputs go and what is told, but not what an output holds.
protocol WithoutEffect {}

enum OptionsDigest {
  /// The command of this call. Set once, before there are other threads.
  nonisolated(unsafe) static var command: (any ParsableCommand)?

  /// A digest of the command, of all of its options that have an effect, given or not, and of `content`.
  static func ofCommand(with content: [UInt8]) -> String {
    guard let command else { return "" }
    var text = type(of: command).configuration.commandName ?? ""
    add(command, to: &text)
    return Written(Array(text.utf8) + content).digits
  }

  private static func add(_ options: Any, to text: inout String) {
    for (label, value) in Mirror(reflecting: options).children {
      guard let argument = value as? any WrappedArgument, case let value = argument.anyValue,
        !(value is any WithoutEffect)
      else { continue }
      if value is any ParsableArguments {
        add(value, to: &text)
      } else {
        text += "\n\(label ?? "")=\(String(reflecting: value))"
      }
    }
  }
}

/// A property that was read from the command line.
private protocol WrappedArgument {
  var anyValue: Any { get }
}

extension Argument: WrappedArgument { fileprivate var anyValue: Any { wrappedValue } }
extension Option: WrappedArgument { fileprivate var anyValue: Any { wrappedValue } }
extension Flag: WrappedArgument { fileprivate var anyValue: Any { wrappedValue } }
extension OptionGroup: WrappedArgument { fileprivate var anyValue: Any { wrappedValue } }
