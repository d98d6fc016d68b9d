// FormulaParser.swift
// Reads a formula by precedence climbing (Richards, 1979) and emits its operations on the way. Depth is bounded; any text
// ends in operations or in an error that points at a character. Pure.

import Localization

/// Reads the formulas of all channels of a text.
struct FormulaParser {
  /// Unicode scalars of a formula.
  static let longestText = 4096
  /// Parentheses, signs and choices within each other.
  private static let mostDepth = 64

  private let tokens: [FormulaToken]
  private var next = 0
  private var depth = 0
  private var builder: FormulaBuilder

  /// - Parameter text: one formula, or several for as many channels, separated by semicolons.
  /// - Parameter channels: how often a single formula is computed; nil: as often as there are formulas.
  /// - Returns: a program for each channel.
  static func programs(
    of text: String, _ signal: FormulaContext, channels: Int?
  ) throws(FormulaError) -> [FormulaProgram] {
    guard text.unicodeScalars.count <= longestText else {
      throw FormulaError(
        .tooLong, at: longestText..<longestText,
        Sentence("The formula has more than \(longestText) characters. Write a shorter one."))
    }
    let tokens = try FormulaToken.all(of: text)
    guard tokens.count > 1 else {
      throw FormulaError(
        .empty, at: 0..<0, Sentence("There is no formula. Write one, such as sin(2*pi*440*t)."))
    }
    let parts = tokens.split(omittingEmptySubsequences: false) { $0.kind == .sign(";") }
    let most = FunctionSignal.mostChannels
    guard parts.count <= most else {
      throw FormulaError(
        .channelCount, at: tokens[parts[most].startIndex].place,
        Sentence("There are more than \(most) channels. Write fewer formulas."))
    }
    if let channels, parts.count > 1, channels != parts.count {
      throw FormulaError(
        .channelCount, at: tokens[parts[1].startIndex].place,
        Sentence(
          "There are \(parts.count) formulas for \(channels) channel. Write one for all, or one for each.",
          plural:
            "There are \(parts.count) formulas for \(channels) channels. Write one for all, or one for each.",
          count: channels))
    }
    var programs: [FormulaProgram] = []
    for (index, part) in parts.enumerated() {
      // The end of a part is the semicolon behind it.
      let end =
        index + 1 < parts.count ? tokens[part.endIndex].place.lowerBound : tokens.last!.place.lowerBound
      let own = part.filter { $0.kind != .end } + [FormulaToken(kind: .end, place: end..<end)]
      var isSame = false
      for channel in 0..<(parts.count > 1 ? 1 : channels ?? 1) {
        if isSame, let program = programs.last {
          programs.append(program)
          continue
        }
        var parser = FormulaParser(own, FormulaBuilder(signal, channel: index + channel + 1))
        let result = try parser.whole()
        programs.append(
          FormulaProgram(parser.builder.operations, result: result, sampleRate: signal.sampleRate))
        isSame = !parser.builder.dependsOnChannel
      }
    }
    return programs
  }

  private init(_ tokens: [FormulaToken], _ builder: FormulaBuilder) {
    self.tokens = tokens
    self.builder = builder
  }

  private var token: FormulaToken { tokens[next] }

  private mutating func take(_ sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    next += 1
    return true
  }

  // MARK: The grammar

  private mutating func whole() throws(FormulaError) -> Int {
    let result = try choice()
    if token.kind == .end { return result }
    if token.kind == .sign(")") {
      throw FormulaError(.parenthesisUnopened, at: token.place, Sentence("No parenthesis is open here."))
    }
    throw unexpected
  }

  /// `condition ? value : value`, or a value.
  private mutating func choice() throws(FormulaError) -> Int {
    try deeper()
    defer { depth -= 1 }
    let condition = try operation(of: 1)
    guard token.kind == .sign("?") else { return condition }
    let question = token.place
    next += 1
    let yes = try choice()
    guard take(":") else {
      throw FormulaError(
        .colonMissing, at: question,
        Sentence("The colon of this choice is missing: condition ? value : value."))
    }
    let no = try choice()
    return try placed(question) { (builder) throws(FormulaError) in try builder.choice(condition, yes, no) }
  }

  /// A value, and the operators behind it that bind at least so tightly.
  private mutating func operation(of least: Int) throws(FormulaError) -> Int {
    var left = try signed()
    while case .sign(let sign) = token.kind, let found = Self.operators[sign], found.precedence >= least {
      let place = token.place
      next += 1
      let right = try operation(of: found.precedence + 1)
      let (a, b) = found.isTurned ? (right, left) : (left, right)
      left = try placed(place) { (builder) throws(FormulaError) in
        let result = try builder.binary(found.kind, a, b)
        return found.isInverted ? try builder.unary(.not, result) : result
      }
    }
    return left
  }

  private struct Operator {
    let kind: Operation.Binary
    let precedence: Int
    /// The operands change places.
    var isTurned = false
    var isInverted = false
  }

  private static let operators: [String: Operator] = [
    "||": Operator(kind: .or, precedence: 1), "&&": Operator(kind: .and, precedence: 2),
    "==": Operator(kind: .equal, precedence: 3),
    "!=": Operator(kind: .equal, precedence: 3, isInverted: true),
    "<": Operator(kind: .less, precedence: 4), "<=": Operator(kind: .lessOrEqual, precedence: 4),
    ">": Operator(kind: .less, precedence: 4, isTurned: true),
    ">=": Operator(kind: .lessOrEqual, precedence: 4, isTurned: true),
    "+": Operator(kind: .add, precedence: 5), "-": Operator(kind: .subtract, precedence: 5),
    "*": Operator(kind: .multiply, precedence: 6), "/": Operator(kind: .divide, precedence: 6),
    "%": Operator(kind: .remainder, precedence: 6),
  ]

  /// A power with signs before it: −2² is −4.
  private mutating func signed() throws(FormulaError) -> Int {
    try deeper()
    defer { depth -= 1 }
    let place = token.place
    if take("+") { return try signed() }
    for (sign, kind) in [("-", Operation.Unary.negative), ("!", .not)] where take(sign) {
      let value = try signed()
      return try placed(place) { (builder) throws(FormulaError) in try builder.unary(kind, value) }
    }
    let base = try value()
    let power = token.place
    guard take("^") else { return base }
    // To the right first, and a sign may stand there: 2^-1.
    let exponent = try signed()
    return try placed(power) { (builder) throws(FormulaError) in try builder.binary(.power, base, exponent) }
  }

  private mutating func value() throws(FormulaError) -> Int {
    let token = token
    switch token.kind {
    case .number(let value):
      next += 1
      return try placed(token.place) { (builder) throws(FormulaError) in try builder.constant(value) }
    case .name(let name):
      next += 1
      return try named(name, token.place)
    case .sign("("):
      next += 1
      let value = try choice()
      try close(token.place)
      return value
    case .sign, .end:
      throw FormulaError(
        .valueMissing, at: token.place,
        Sentence("Here a value is missing: a number, a name, or something in parentheses."))
    }
  }

  private mutating func named(_ name: String, _ place: Range<Int>) throws(FormulaError) -> Int {
    if let function = FormulaLibrary.functions[name] {
      guard token.kind == .sign("(") else {
        throw FormulaError(
          .argumentsMissing, at: place, Sentence("“\(name)” is a function. Write \(name)(…)."))
      }
      let values = try arguments()
      guard function.arguments ~= values.count else {
        throw FormulaError(.argumentCount, at: place, Self.count(function.arguments, of: name))
      }
      return try placed(place) { (builder) throws(FormulaError) in try function.emit(&builder, values) }
    }
    let value = try placed(place) { (builder) throws(FormulaError) in
      try FormulaLibrary.value(name, &builder)
    }
    guard let value else {
      throw FormulaError(
        .unknownName, at: place,
        Sentence("“\(name)” is not known. Time is t, in seconds; the functions are named in the manual."))
    }
    if token.kind == .sign("(") {
      throw FormulaError(
        .notAFunction, at: place, Sentence("“\(name)” is no function. Write \(name)*(…) to multiply by it."))
    }
    return value
  }

  private mutating func arguments() throws(FormulaError) -> [Int] {
    let open = token.place
    next += 1
    if take(")") { return [] }
    var values = [try choice()]
    while take(",") { values.append(try choice()) }
    try close(open)
    return values
  }

  private static func count(_ range: ClosedRange<Int>, of name: String) -> Sentence {
    let (least, most) = (range.lowerBound, range.upperBound)
    guard least == most else {
      return Sentence("“\(name)” takes \(least) to \(most) values, separated by commas.")
    }
    return Sentence(
      "“\(name)” takes \(most) value.", plural: "“\(name)” takes \(most) values, separated by commas.",
      count: most)
  }

  // MARK: What is wrong

  private mutating func close(_ open: Range<Int>) throws(FormulaError) {
    if take(")") { return }
    guard token.kind == .end else { throw unexpected }
    throw FormulaError(.parenthesisOpen, at: open, Sentence("This parenthesis is not closed."))
  }

  /// What stands where an operator should.
  private var unexpected: FormulaError {
    switch token.kind {
    case .sign(","):
      FormulaError(
        .operatorMissing, at: token.place,
        Sentence("A comma separates the values of a function. Numbers have a point: 0.5."))
    case .sign(":"):
      FormulaError(
        .operatorMissing, at: token.place, Sentence("A colon belongs to a choice: condition ? value : value.")
      )
    default:
      FormulaError(
        .operatorMissing, at: token.place, Sentence("Here an operator is missing: write 2*pi, not 2pi."))
    }
  }

  private mutating func deeper() throws(FormulaError) {
    depth += 1
    if depth > Self.mostDepth {
      throw FormulaError(
        .tooDeep, at: token.place, Sentence("The formula is nested too deeply. Write a simpler one."))
    }
  }

  /// Says of an error without a place that it is about this one.
  private mutating func placed<Result>(
    _ place: Range<Int>, _ body: (inout FormulaBuilder) throws(FormulaError) -> Result
  ) throws(FormulaError) -> Result {
    do throws(FormulaError) { return try body(&builder) } catch {
      throw FormulaError(error.code, at: error.place ?? place, error.sentence)
    }
  }
}
