// Complex.swift
// Complex numbers, as far as tones need them. A pure value.

import Glibc

/// A complex number.
struct Complex {
  var re: Double, im: Double

  init(_ re: Double, _ im: Double) {
    self.re = re
    self.im = im
  }

  /// exp iφ.
  init(turn: Double) { self.init(cos(turn), sin(turn)) }

  var conjugate: Complex { Complex(re, -im) }
  var magnitude: Double { (re * re + im * im).squareRoot() }

  static func + (a: Complex, b: Complex) -> Complex { Complex(a.re + b.re, a.im + b.im) }
  static func - (a: Complex, b: Complex) -> Complex { Complex(a.re - b.re, a.im - b.im) }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }
  static func * (a: Complex, b: Double) -> Complex { Complex(a.re * b, a.im * b) }
}
