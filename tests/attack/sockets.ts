import { connect, type Socket } from 'node:net'
import { jobs } from '../../db/schema'
import type { MoneyTest } from '../support/money'
import { listen } from '../support/socket'
import { onService } from './attack'

const booking = JSON.stringify({
  customerName: 'Smuggled',
  customerEmail: 'smuggled@example.com',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 1,
})
const head = (...lines: string[]) =>
  ['POST /api/vitals HTTP/1.1', 'Host: localhost', ...lines, '', ''].join('\r\n')
const hidden = `POST /api/jobs/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${booking.length}\r\n\r\n${booking}`

/**
 * Requests that a proxy in front and we might split differently, so the next bytes could be a body or a
 * booking.
 */
const disputed: [name: string, bytes: string][] = [
  [
    'a length and chunks',
    head(`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked') + '0\r\n\r\n',
  ],
  ['two lengths', head('Content-Length: 2', `Content-Length: ${hidden.length + 2}`) + '{}'],
  ['a list of lengths', head(`Content-Length: 2, ${hidden.length + 2}`) + '{}'],
  ['a length with a sign', head(`Content-Length: +2`) + '{}'],
  ['a length in hex', head(`Content-Length: 0x2`) + '{}'],
  ['a negative length', head('Content-Length: -1')],
  ['a length with a space before the colon', head('Content-Length : 2') + '{}'],
  ['chunks after a tab', head('Transfer-Encoding:\tchunked', 'Content-Length: 2') + '0\r\n\r\n'],
  [
    'an encoding that only looks like chunks',
    head('Transfer-Encoding: xchunked', 'Content-Length: 2') + '{}',
  ],
  ['chunks twice', head('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + '0\r\n\r\n'],
  ['a folded header', head('Transfer-Encoding:', ' chunked', 'Content-Length: 2') + '{}'],
  ['a chunk larger than all numbers', head('Transfer-Encoding: chunked') + 'fffffffffffffffff\r\n'],
  ['a chunk of negative size', head('Transfer-Encoding: chunked') + '-1\r\n'],
  ['a bare line feed', `POST /api/vitals HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}`],
  ['a NUL in a header', head('X-Note: a\0b', 'Content-Length: 2') + '{}'],
]

interface Heard {
  text: string
  closed: boolean
}

/**
 * Sends bytes on a new connection, the rest after the first answer, and listens until the end. An answer that has
 * to come is waited for, however busy the machine is.
 */
function tell(port: number, bytes: string, rest = '', expected?: string): Promise<Heard> {
  return new Promise((resolve) => {
    let text = ''
    let closed = false
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      clearTimeout(limit)
      clearTimeout(unanswered)
      socket.destroy()
      resolve({ text, closed })
    }
    const limit = setTimeout(done, expected === undefined ? 400 : 60_000)
    const goOn = () => {
      if (rest !== '' && !closed) socket.write(rest)
      rest = ''
    }
    // A valid request is answered first, however late.
    const unanswered = expected === undefined ? setTimeout(goOn, 100) : undefined
    socket.on('data', (data) => {
      text += data.toString('latin1')
      goOn()
      if (expected !== undefined && text.includes(expected)) done()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      closed = true
      done()
    })
  })
}

async function stillAnswers(url: string, when: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/vitals`, { signal: AbortSignal.timeout(20_000) }).catch(
    (error: unknown) => ({ status: String(error) }),
  )
  return answer.status === 200 ? [] : [`no answer ${when}: ${answer.status}`]
}

/** A valid request, so a silent server doesn't pass for a safe one. */
const honest = head('Content-Length: 2') + '{}'

const bookings = ({ deps }: MoneyTest) => deps.store.read.select().from(jobs)

export const smuggling = onService('requests hidden in requests', async (service, _, wrong) => {
  const { url, stop } = listen(service)
  try {
    const port = Number(new URL(url).port)
    const heard = await Promise.all(
      disputed.map(async ([name, bytes]) => ({ name, ...(await tell(port, bytes, hidden)) })),
    )
    await service.rest()
    const { text: plain } = await tell(port, honest, hidden, 'HTTP/1.1 201')
    if (!plain.includes('HTTP/1.1 201')) wrong.push('two valid requests on one connection are not answered')
    for (const { name, text } of heard) {
      const answers = text.match(/HTTP\/1\.[01] \d{3}/g) ?? []
      if (/HTTP\/1\.1 201/.test(text)) wrong.push(`${name}: the hidden booking was answered`)
      if (/HTTP\/1\.1 50[0-4]/.test(text)) wrong.push(`${name}: ${answers.join(', ')}`)
    }
    wrong.push(...(await stillAnswers(url, 'after ambiguous requests')))
    const booked = (await bookings(service)).length
    if (booked !== 1) wrong.push(`${booked - 1} bookings were smuggled in`)
  } finally {
    await stop()
  }
})

/** Beginnings of requests that never end. */
const beginnings = [
  'GET /api/vitals HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  `POST /api/jobs/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${booking.length}\r\n\r\n{"cust`,
  'POST /api/jobs/create HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"cust',
  '',
]

export const slowClients = onService('clients that never finish', async (service, scale, wrong) => {
  const { url, stop } = listen(service)
  const port = Number(new URL(url).port)
  const open = new Set<Socket>()
  try {
    await Promise.all(
      Array.from(
        { length: scale.connections },
        (_, index) =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(beginnings[index % beginnings.length] ?? '')
              resolve()
            })
            open.add(socket)
            // A connection whose answer nobody reads never appears closed.
            socket.resume()
            socket.on('error', () => resolve())
            socket.on('close', () => open.delete(socket))
          }),
      ),
    )
    wrong.push(...(await stillAnswers(url, `while ${scale.connections} clients hold their connections`)))
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const booked = await fetch(`${url}/api/jobs/create`, { method: 'POST', body: booking, headers })
    if (booked.status !== 201) wrong.push(`a customer cannot book meanwhile: ${booked.status}`)
    if (scale.patient) {
      await Bun.sleep(60_000)
      if (open.size > 0) wrong.push(`${open.size} silent clients still hold their connections after a minute`)
    }
  } finally {
    for (const socket of open) socket.destroy()
    await stop()
  }
})

/** Bodies that are small when sent and large when decompressed. */
export const bombs = onService('bodies and headers that expand', async (service, _, wrong) => {
  const { url, stop } = listen(service)
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/jobs/create`, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(20_000),
    }).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    const zeros = Bun.gzipSync(new Uint8Array(64 * 1024 * 1024))
    const deep = '['.repeat(120_000) + ']'.repeat(120_000)
    const keys = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`
    const cases: [string, Promise<number>][] = [
      ['a compressed body', post(zeros, { 'content-encoding': 'gzip' })],
      ['a body 120,000 levels deep', post(deep)],
      ['a body of 20,000 fields', post(keys)],
      ['a number of 200,000 digits', post(`{"price":${'9'.repeat(200_000)}}`)],
      ['200,000 escapes', post(`{"customerName":"${String.raw`\u0000`.repeat(40_000)}"}`)],
    ]
    for (const [name, status] of cases) {
      const got = await status
      if (got !== 0 && (got < 400 || got >= 500)) wrong.push(`${name}: ${got}`)
    }
    const port = Number(new URL(url).port)
    const heads = [
      `X-Long: ${'w'.repeat(1_000_000)}`,
      ...['Cookie: a=', 'X-Forwarded-For: '].map((name) => name + '1,'.repeat(300_000)),
    ]
    for (const line of heads) {
      const { text } = await tell(port, `GET /api/vitals HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`)
      if (/ 5\d\d /.test(text.slice(0, 20))) wrong.push(`${line.slice(0, 12)}: ${text.slice(0, 40)}`)
    }
    const many = Array.from({ length: 20_000 }, (_, index) => `X-${index}: 1`).join('\r\n')
    await tell(port, `GET /api/vitals HTTP/1.1\r\nHost: localhost\r\n${many}\r\n\r\n`)
    await tell(port, `GET /api/geocode?${'q=a&'.repeat(50_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    wrong.push(...(await stillAnswers(url, 'after bombs')))
  } finally {
    await stop()
  }
})
