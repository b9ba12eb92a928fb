import { describe, expect, test } from 'bun:test'
import { Background } from '../../src/lib/background'
import { createLog, silentLog } from '../../src/lib/log'
import { FixedClock } from '../support/clock'

describe('background work', () => {
  test('is waited for, along with anything it starts', async () => {
    const background = new Background(silentLog)
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    background.run('outer', async () => {
      await first.promise
      done.push('outer')
      background.run('inner', async () => {
        await Promise.resolve()
        done.push('inner')
      })
    })
    const idle = background.idle().then(() => done.push('idle'))
    first.resolve()
    await idle
    expect(done).toEqual(['outer', 'inner', 'idle'])
  })

  test('that fails for a reason the log already has adds no line', async () => {
    const lines: string[] = []
    const log = createLog('info', new FixedClock(), (text) => lines.push(text))
    const background = new Background(log, { isReported: (error) => error instanceof RangeError })
    background.run('mail', async () => {
      throw new RangeError('reported')
    })
    await background.idle()
    log.flush()
    expect(lines).toEqual([])
  })

  test('that fails is logged and affects nobody else', async () => {
    const lines: string[] = []
    const log = createLog('info', new FixedClock(), (text) => lines.push(text))
    const background = new Background(log)
    background.run('mail', async () => {
      throw new Error('refused')
    })
    background.run('at once', () => {
      throw new Error('refused too')
    })
    await background.idle()
    log.flush()
    const told = lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const message = 'background work failed'
    expect(told).toHaveLength(2)
    expect(told.find(({ work }) => work === 'mail')).toMatchObject({ message, error: 'Error: refused' })
    expect(told.find(({ work }) => work === 'at once')).toMatchObject({
      message,
      error: 'Error: refused too',
    })
  })

  test('rests longer after longer work, up to a limit, and longer still while requests are handled', async () => {
    const rests: number[] = []
    const background = new Background(silentLog, { rest: async (ms) => void rests.push(ms) })
    const [worked, longest] = [100, 200]
    const handleRequest = () => Bun.sleepSync(5)
    for (const restPerWork of [1, 9]) {
      queueMicrotask(handleRequest)
      await background.restAfter(performance.now() - worked, restPerWork, longest)
      await background.restAfter(performance.now() - worked, restPerWork, longest)
    }
    queueMicrotask(handleRequest)
    await background.letRequestsPass(40)
    const [busyShort, short, busyLong, long, burst] = rests
    expect(busyShort).toBeGreaterThanOrEqual(3 * worked)
    expect(short).toBeGreaterThanOrEqual(worked)
    // On a slow machine the next turn of the event loop takes long without a request.
    expect([longest, 3 * longest]).toContain(long!)
    expect([busyLong, burst]).toEqual([3 * longest, 40])
  })

  test('is idle at once when there is none', async () => {
    expect(await new Background(silentLog).idle()).toBeUndefined()
  })
})
