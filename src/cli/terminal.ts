import type { Command } from 'commander'

/** Where a command writes its output and sets its exit code. */
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

/** Call this before adding commands: they inherit the program's terminal. */
export function useTerminal(program: Command, terminal: Terminal = ownProcess): void {
  terminals.set(program, terminal)
  program.configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
}

export function terminalOf(command: Command): Terminal {
  return command.parent ? terminalOf(command.parent) : (terminals.get(command) ?? ownProcess)
}

/** One line for each value, with the names in a column: `expiresAt` is shown as `expires at`. */
export function keysAndValues(data: Record<string, unknown>): string {
  const lines = Object.entries(data).map(([name, value]) => [spaced(name), value] as const)
  const width = Math.max(0, ...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${inWords(value)}\n`).join('')
}

const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** A table whose columns are as wide as their longest cell, or the text for an empty list. */
export function columns(titles: string[], rows: (string | number | null)[][], none = ''): string {
  if (rows.length === 0 && none !== '') return `${none}\n`
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

/** `1 job`, `420 jobs`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Progress is drawn on standard error, so standard output holds only the result. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface ProgressOptions {
  label: string
  /** The finished part, from 0 to 1, or null while it is unknown. */
  done: () => number | null
  screen?: Screen
  /** The bar appears only if the work takes longer than this. */
  delayMs?: number
  everyMs?: number
}

/** Runs the work, and draws a progress bar on a terminal once it takes a while. */
export async function withProgress<T>(options: ProgressOptions, work: () => Promise<T>): Promise<T> {
  const { label, done, screen = process.stderr, delayMs = 2_000, everyMs = 120 } = options
  if (!screen.isTTY) return work()
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = false
  const draw = () => {
    drawn = true
    screen.write(`\r${bar(label, done(), performance.now() - started, screen.columns ?? 80)}`)
    timer = setTimeout(draw, everyMs)
  }
  timer = setTimeout(draw, delayMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (drawn) screen.write('\r\u001B[K')
  }
}

/** `Backup  [█████░░░░░]  52%  3 s`, or a block that moves back and forth while progress is unknown. */
export function bar(label: string, done: number | null, elapsedMs: number, width: number): string {
  const cells = Math.max(5, Math.min(40, width - label.length - 22))
  const seconds = `${Math.floor(elapsedMs / 1000)} s`
  if (done === null) {
    const at = Math.floor(elapsedMs / 120) % (cells - 2)
    return `${label}  [${'░'.repeat(at)}███${'░'.repeat(cells - at - 3)}]  ${seconds}`
  }
  const share = Math.min(1, Math.max(0, done))
  const full = Math.floor(share * cells)
  return `${label}  [${'█'.repeat(full)}${'░'.repeat(cells - full)}]  ${Math.floor(share * 100)}%  ${seconds}`
}
