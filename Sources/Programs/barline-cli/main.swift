// main.swift
// barline-cli: everything it does is in the module Commands.

import Commands

CommandLineProgram.run()
