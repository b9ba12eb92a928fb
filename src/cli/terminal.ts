import type { Command } from 'commander'

/** Where a command speaks, and how it says how it went. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  exitWith(code: number): void
}

const ownProcess: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  exitWith: (code) => (process.exitCode = code),
}

const terminals = new WeakMap<Command, Terminal>()

/** Gives a program another terminal than its process's own. Its commands inherit it, so it comes before them. */
export function useTerminal(program: Command, terminal: Terminal = ownProcess): void {
  terminals.set(program, terminal)
  program.configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
}

export function terminalOf(command: Command): Terminal {
  return command.parent ? terminalOf(command.parent) : (terminals.get(command) ?? ownProcess)
}
