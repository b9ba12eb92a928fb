import { sourceFrame } from './bundled-lines'
import type { Clock } from './clock'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'
type Fields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
  /** Writes the lines that are still buffered. */
  flush(): void
}

const rank: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 }

/**
 * One JSON object per line. Lines from one turn of the event loop are written together, because a system call
 * per request would cost more than the request. Callers choose scalar fields, so an object can't bring
 * personal data or secrets along.
 */
export function createLog(
  level: LogLevel,
  clock: Clock,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Log {
  let held: string[] = []
  const flush = () => {
    if (held.length === 0) return
    const text = held.join('')
    held = []
    write(text)
  }
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: Fields = {}): void => {
      if (rank[name] < rank[level]) return
      if (held.length === 0) setImmediate(flush)
      const time = new Date(clock.now()).toISOString()
      held.push(`${JSON.stringify({ time, level: name, message, ...fields })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush }
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} }

/** The kind and location of a failure. Its message can quote a customer's input, so that is removed. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error }
  const frame = error.stack?.split('\n').find((line) => line.includes(' at '))
  const cause = error.cause instanceof Error ? named(error.cause) : undefined
  return { error: named(error), at: frame && sourceFrame(frame.trim()), cause }
}

/** An unexpected failure in full, for the person who started the program. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return Bun.inspect(error)
  const trace = String(error.stack).split('\n').map(sourceFrame).join('\n')
  return error.cause === undefined ? trace : `${trace}\nCaused by: ${traceOf(error.cause)}`
}

const named = (error: Error) => `${error.name}: ${redacted(error.message)}`

/** A failed query lists its values from the second line on. Addresses, numbers and tokens can be anywhere. */
function redacted(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line
    .slice(0, 300)
    .replaceAll(/[^\s"'<>@]{1,300}@[^\s"'<>@]{1,300}/g, '[email]')
    .replaceAll(/\b(?:eyJ|cvp_|sk_|rk_|re_|whsec_)[\w.-]+/g, '[secret]')
    .replaceAll(/\+?\d(?:[\s().-]*\d){6,}/g, '[number]')
}
