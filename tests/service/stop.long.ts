import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { startSmtp } from '../providers/email/smtp-stub'
import { another } from '../support/another'
import {
  emptyDataFolder,
  openLine,
  startService,
  stopService,
  type Line,
  type RunningService,
} from '../support/server'

const requests = 200

/** A measurement from its own address, as bytes on the wire. */
function measurement(value: number): string {
  const body = JSON.stringify({ metric: 'LCP', value })
  const head = ['POST /api/vitals HTTP/1.1', 'Host: localhost', `X-Forwarded-For: 198.18.0.${value}`]
  return [...head, `Content-Length: ${body.length}`, '', body].join('\r\n')
}

/** Half of the time in which a service that is stopping still reads. */
const inTimeMs = 100
const mostTries = 30

/**
 * Stops a service and sends to it right after it said so. A machine that is too busy to send within that time gets
 * another try.
 */
async function sendAtLastCall(texts: string[]): Promise<{ service: RunningService; lines: Line[] }> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const service = await startService({ DATA_DIR: emptyDataFolder() })
    const lines = await Promise.all(texts.map(() => openLine(service.port)))
    service.signal('SIGTERM')
    await service.logged('stopping')
    for (const [place, line] of lines.entries()) line.send(texts[place] ?? '')
    const said = service.lines().find(({ message }) => message === 'stopping')
    if (Date.now() - Date.parse(String(said?.time)) < inTimeMs) return { service, lines }
    for (const line of lines) line.hangUp()
    await service.exited
  }
  throw new Error('This machine is too busy to send anything in time')
}

describe('SIGTERM', () => {
  test('lets 200 requests in flight be answered, logged and stored', async () => {
    const dataDir = emptyDataFolder()
    const service = await startService({ DATA_DIR: dataDir })
    // Held for a moment, so the requests and the signal all arrive before it looks at any of them.
    service.signal('SIGSTOP')
    const lines = await Promise.all(Array.from({ length: requests }, () => openLine(service.port)))
    for (const [index, line] of lines.entries()) line.send(measurement(index))
    service.signal('SIGTERM')
    service.signal('SIGCONT')
    const answers = await Promise.all(lines.map((line) => line.received(/\}\}$/)))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 OK'))).toHaveLength(requests)
    expect(await service.exited).toBe(0)
    expect(service.lines().filter(({ message }) => message === 'request')).toHaveLength(requests)
    const kept = new Database(join(dataDir, 'truckroll.db'), { readonly: true })
    expect(kept.query('SELECT count(*) AS rows, sum(value) AS sum FROM vitals').get()).toEqual({
      rows: requests,
      sum: (requests * (requests - 1)) / 2,
    })
    kept.close()
  })

  test('still answers requests that were on their way when it arrived', async () => {
    const { service, lines } = await sendAtLastCall(
      Array.from({ length: 10 }, (_, index) => measurement(index)),
    )
    const answers = await Promise.all(lines.map((line) => line.received(/\}\}$/)))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 OK'))).toHaveLength(10)
    // So a proxy doesn't send its next request on a connection that is about to close.
    expect(answers.filter((answer) => /^connection: close\r$/im.test(answer))).toHaveLength(10)
    expect(await service.exited).toBe(0)
  })

  test('tells load balancers to send requests elsewhere', async () => {
    const { service, lines } = await sendAtLastCall(['GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n'])
    expect(await lines[0]!.received(/\}$/)).toContain('503 Service Unavailable')
    expect(await service.exited).toBe(0)
  })

  test("isn't held up by idle connections, or by a request that never finishes", async () => {
    const service = await startService({ DATA_DIR: emptyDataFolder() })
    const [silent, used, unfinished] = await Promise.all([1, 2, 3].map(() => openLine(service.port)))
    unfinished!.send('GET /api/vitals HTTP/1.1\r\nHost: local')
    used!.send('GET /api/vitals HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n')
    await used!.received(/"ok":true/)
    expect(await stopService(service)).toBe(0)
    for (const line of [silent, used, unfinished]) line!.hangUp()
  })

  test("isn't held up by a program that reads the database all the time, and holds up no other", async () => {
    const dataDir = emptyDataFolder()
    const service = await startService({ DATA_DIR: dataDir })
    const reader = await another('read', join(dataDir, 'truckroll.db'))
    const line = await openLine(service.port)
    line.send(measurement(1))
    await line.received(/\}\}$/)
    const locker = await another('lock', join(dataDir, 'truckroll.db'))
    expect(await stopService(service)).toBe(0)
    // It asks every millisecond, so waiting for the reader would show in thousands.
    expect(await locker.end()).toBeLessThan(500)
    await reader.end()
    line.hangUp()
  })

  test("isn't held up by a mail server that says nothing, and leaves the email to the next start", async () => {
    const asked = Promise.withResolvers<void>()
    const mail = startSmtp((command) => {
      if (command !== 'MAIL') return undefined
      asked.resolve()
      return 'silence'
    })
    const dataDir = emptyDataFolder()
    const service = await startService({
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      EMAIL_FROM: 'desk@truckroll.dev',
    })
    const visit = {
      customerName: 'Ada',
      customerEmail: 'ada@lovelace.dev',
      address: '1420 Larimer St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 100,
    }
    const answer = await fetch(`${service.url}/api/jobs/create`, {
      method: 'POST',
      body: JSON.stringify(visit),
    })
    expect(answer.status).toBe(201)
    await asked.promise
    expect(await stopService(service)).toBe(0)
    const left = service.lines().find(({ message }) => message === 'left to the next start')
    expect(left).toMatchObject({ work: 'sending email' })
    const kept = new Database(join(dataDir, 'truckroll.db'), { readonly: true })
    expect(kept.query("SELECT state, attempts FROM outbox WHERE channel = 'email'").all()).toEqual([
      { state: 'sending', attempts: 1 },
    ])
    kept.close()
    mail.stop()
  })

  test('twice ends the process at once, with code 1', async () => {
    const service = await startService({ DATA_DIR: emptyDataFolder() })
    const line = await openLine(service.port)
    line.send('POST /api/vitals HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16\r\n\r\n{"metric"')
    service.signal('SIGTERM')
    await service.logged('stopping')
    service.signal('SIGTERM')
    expect(await service.exited).toBe(1)
    line.hangUp()
  })
})

test('SIGINT stops the service as well, and waits for a request still being sent', async () => {
  const service = await startService({ DATA_DIR: emptyDataFolder() })
  const line = await openLine(service.port)
  line.send('POST /api/vitals HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16\r\n\r\n{"metric"')
  service.signal('SIGINT')
  await service.logged('stopping')
  line.send(':"LCP"}')
  expect(await line.received(/\}\}$/)).toContain('200 OK')
  expect(await service.exited).toBe(0)
})
