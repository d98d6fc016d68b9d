// ClosingQuestions.swift
// What has to be answered before a window closes, one question after the other. Each is asked in the same way; those who
// know what would be lost say what, and do what is answered.

import GtkBridge

/// Something that would be lost if a window closed now.
@MainActor package struct ClosingQuestion {
  let heading: String, body: String
  /// The first one lets the window stay.
  let responses: [MessageDialog.Response]
  /// Does what was answered, and then closes, if that is to be. Not called for the first response.
  let answered: @MainActor (_ answer: String, _ close: @escaping @MainActor () -> Void) -> Void

  package init(
    heading: String, body: String, responses: [MessageDialog.Response],
    answered: @escaping @MainActor (_ answer: String, _ close: @escaping @MainActor () -> Void) -> Void
  ) {
    self.heading = heading
    self.body = body
    self.responses = responses
    self.answered = answered
  }
}

/// The questions of one window.
@MainActor final class ClosingQuestions {
  /// Those who know what would be lost, in the order in which they are asked; nil: nothing.
  var sources: [@MainActor () -> ClosingQuestion?] = []

  private let window: Window
  /// True while a question is on the screen.
  private var isAsking = false

  init(over window: Window) { self.window = window }

  /// False when something would be lost: the user is asked then, and the window closes after the answers.
  func mayClose() -> Bool {
    guard !isAsking else { return false }
    for source in sources {
      guard let question = source() else { continue }
      // Closed once more after the answer: there may be another question.
      ask(question) { [weak window] in window?.close() }
      return false
    }
    return true
  }

  /// Calls `body` when nothing would be lost any more: at once, or after the answers.
  func settle(_ body: @escaping @MainActor () -> Void) {
    guard !isAsking else { return }
    for source in sources {
      guard let question = source() else { continue }
      return ask(question) { [weak self] in self?.settle(body) }
    }
    body()
  }

  /// Asks over the window; nothing while another question is open.
  ///
  /// - Parameter close: called when everything is settled.
  func ask(_ question: ClosingQuestion, then close: @escaping @MainActor () -> Void) {
    guard !isAsking else { return }
    isAsking = true
    window.present()
    MessageDialog.ask(question.heading, question.body, over: window, question.responses) { [weak self] in
      self?.isAsking = false
      if $0 != question.responses.first?.name { question.answered($0, close) }
    }
  }
}
