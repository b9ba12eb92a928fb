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

/** A line for each value, the names in a column. */
export function keysAndValues(data: Record<string, unknown>): string {
  const width = Math.max(0, ...Object.keys(data).map((name) => name.length))
  return Object.entries(data)
    .map(([name, value]) => `${name.padEnd(width)}  ${inWords(value)}\n`)
    .join('')
}

/** Rows in columns as wide as they need to be. */
export function columns(titles: string[], rows: (string | number | null)[][]): string {
  const cells = [titles, ...rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))))]
  const widths = titles.map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)))
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, place) => cell.padEnd(widths[place] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Where progress is drawn: the terminal's error side, so that output stays what was asked for. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface ProgressOptions {
  label: string
  /** How much is done, 0 to 1; null while nobody can tell. */
  done: () => number | null
  screen?: Screen
  /** Quicker than this, nothing is drawn. */
  patienceMs?: number
  everyMs?: number
}

/** Runs work that may take a while, with a bar once it does, on a terminal only. */
export async function withProgress<T>(options: ProgressOptions, work: () => Promise<T>): Promise<T> {
  const { label, done, screen = process.stderr, patienceMs = 2_000, everyMs = 120 } = options
  if (!screen.isTTY) return work()
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = false
  const draw = () => {
    drawn = true
    screen.write(`\r${bar(label, done(), performance.now() - started, screen.columns ?? 80)}`)
    timer = setTimeout(draw, everyMs)
  }
  timer = setTimeout(draw, patienceMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (drawn) screen.write('\r\u001B[K')
  }
}

/** `Backup  [█████░░░░░]  52 %  3 s`, or a block that wanders while nobody knows how far it is. */
export function bar(label: string, done: number | null, elapsedMs: number, width: number): string {
  const cells = Math.max(5, Math.min(40, width - label.length - 22))
  const seconds = `${Math.floor(elapsedMs / 1000)} s`
  if (done === null) {
    const at = Math.floor(elapsedMs / 120) % (cells - 2)
    return `${label}  [${'░'.repeat(at)}███${'░'.repeat(cells - at - 3)}]  ${seconds}`
  }
  const share = Math.min(1, Math.max(0, done))
  const full = Math.floor(share * cells)
  return `${label}  [${'█'.repeat(full)}${'░'.repeat(cells - full)}]  ${Math.floor(share * 100)} %  ${seconds}`
}
