import { describe, expect, test } from 'bun:test'
import { createLog, describeError, traceOf, type LogLevel } from '../../src/lib/log'
import { FixedClock } from '../support/clock'

function open(level: LogLevel) {
  const written: string[] = []
  return { written, log: createLog(level, new FixedClock(), (text) => written.push(text)) }
}

describe('a log', () => {
  test('writes one JSON object per line', () => {
    const { log, written } = open('info')
    log.info('request', { status: 200, ms: 1.5, route: '/api/vitals', caller: undefined })
    log.warn('odd\nthing', { text: '"quoted"' })
    log.flush()
    const [first, second, rest] = written.join('').split('\n')
    expect(JSON.parse(first!)).toEqual({
      time: '2026-03-02T15:00:00.000Z',
      level: 'info',
      message: 'request',
      status: 200,
      ms: 1.5,
      route: '/api/vitals',
    })
    expect(JSON.parse(second!)).toMatchObject({ level: 'warn', message: 'odd\nthing' })
    expect(rest).toBe('')
  })

  test('keeps an entry on one line, whatever it contains', () => {
    const forged = 'x"}\n{"level":"error","message":"forged"}\r\n\u2028\u001b[31m'
    let text = ''
    const log = createLog('info', new FixedClock(), (lines) => (text += lines))
    log.info(forged, { route: forged })
    log.flush()
    expect(text.split('\n')).toHaveLength(2)
    for (const raw of ['\r', '\u001b']) expect(text).not.toContain(raw)
    expect(JSON.parse(text)).toMatchObject({ level: 'info', message: forged, route: forged })
  })

  test('writes the lines of one turn together, without being asked', async () => {
    const { log, written } = open('info')
    log.info('one')
    log.info('two')
    expect(written).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(written).toHaveLength(1)
    log.flush()
    expect(written).toHaveLength(1)
  })

  const levels: [LogLevel, string[]][] = [
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ]
  test.each(levels)('at level %s has the lines %p', (level, expected) => {
    const { log, written } = open(level)
    for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name](name)
    log.flush()
    const lines = written.join('').split('\n').filter(Boolean)
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected)
  })
})

describe("an error's description", () => {
  test('has its kind, message, place and cause', () => {
    const described = describeError(
      new TypeError('x is not a function', { cause: new RangeError('too far') }),
    )
    expect(described).toMatchObject({ error: 'TypeError: x is not a function', cause: 'RangeError: too far' })
    expect(described.at).toContain('log.test.ts')
  })

  test('is complete for the person at the terminal, down to the first cause', () => {
    const trace = traceOf(new TypeError('no start', { cause: new RangeError('too far', { cause: 'rain' }) }))
    expect(trace).toMatch(/TypeError: no start\n +at .*log\.test\.ts:\d+/)
    expect(trace).toMatch(/\nCaused by: RangeError: too far\n +at .*log\.test\.ts:\d+/)
    expect(trace).toEndWith('\nCaused by: "rain"')
  })

  const personal: [string, string][] = [
    ['no such customer: jordan.rivera+work@mail.example.com!', 'Error: no such customer: [email]'],
    ['cannot call +1 (303) 555-0142 now', 'Error: cannot call [number] now'],
    ['card 4242 4242 4242 4242 declined', 'Error: card [number] declined'],
    ['Invalid API Key provided: sk_live_51H8x', 'Error: Invalid API Key provided: [secret]'],
    ['bad token eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'Error: bad token [secret]'],
    ['bad proof cvp_eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'Error: bad proof [secret]'],
    [
      'Failed query: insert into "jobs" values (?)\nparams: Jordan,12 Main St',
      'Error: Failed query: insert into "jobs" values (?)',
    ],
    ['line 12, status 404, took 1500 ms', 'Error: line 12, status 404, took 1500 ms'],
  ]
  test.each(personal)('removes possibly personal or secret text: %s', (message, expected) => {
    expect(describeError(new Error(message)).error).toBe(expected)
    expect(describeError(new Error('outer', { cause: new Error(message) })).cause).toBe(expected)
  })

  test('is short, however long the message is', () => {
    expect(String(describeError(new Error('long '.repeat(10_000))).error).length).toBeLessThan(400)
  })

  test("gives only the type of a value that isn't an error", () => {
    expect(describeError('password is hunter2')).toEqual({ error: 'string' })
    expect(describeError(undefined)).toEqual({ error: 'undefined' })
  })
})
