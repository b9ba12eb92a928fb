import { describe, expect, test } from 'bun:test'
import { minute } from '../../../src/lib/clock'
import { Refusal } from '../../../src/lib/errors'
import { readSignedEvent, signBody } from '../../../src/providers/payments/signature'

const now = Date.parse('2026-03-02T15:00:00.000Z')
const secret = 'whsec_test_0123456789abcdef'
const event = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  created: 1_772_463_600,
  data: { object: { id: 'pi_1' } },
}
const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

function read(body: Uint8Array, header: string | null, secrets = [secret], at = now): unknown {
  try {
    return readSignedEvent({ body, header, secrets, now: at })
  } catch (error) {
    return error instanceof Refusal ? error.reason : error
  }
}
const body = bytes(event)
const header = signBody(body, secret, now)

describe('a signed event', () => {
  test('is read with its time, its object and its text', () => {
    expect(read(body, header)).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      at: 1_772_463_600_000,
      object: { id: 'pi_1' },
      raw: JSON.stringify(event),
    })
  })

  test('is signed exactly as the real processor signs', async () => {
    const { default: Stripe } = await import('stripe')
    const theirs = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: JSON.stringify(event),
      secret,
      timestamp: Math.floor(now / 1_000),
    })
    expect(header).toBe(theirs)
  })

  test('can be up to five minutes old or early, and no more', () => {
    expect(read(body, header, [secret], now + 5 * minute)).toMatchObject({ id: 'evt_1' })
    expect(read(body, header, [secret], now - 5 * minute)).toMatchObject({ id: 'evt_1' })
    expect(read(body, header, [secret], now + 5 * minute + 1)).toBe('unauthorised')
    expect(read(body, header, [secret], now - 5 * minute - 1)).toBe('unauthorised')
  })

  test('can be signed with any of our secrets, and with several at once', () => {
    expect(read(body, header, ['whsec_newer', secret])).toMatchObject({ id: 'evt_1' })
    const signature = header.split('v1=')[1]
    const both = `t=${Math.floor(now / 1_000)}, v1=${'0'.repeat(64)}, v1=${signature}, v0=whatever`
    expect(read(body, both)).toMatchObject({ id: 'evt_1' })
  })
})

describe('a signature is refused', () => {
  const stamp = `t=${Math.floor(now / 1_000)}`
  const cases: [string, Uint8Array, string | null, string[]?][] = [
    ['no header', body, null],
    ['an empty header', body, ''],
    ['no timestamp', body, header.split(',')[1] ?? ''],
    ['no signature', body, stamp],
    ['only an older scheme', body, header.replace('v1', 'v0')],
    ['a non-numeric timestamp', body, header.replace(/t=\d+/, 't=1e9')],
    ['two timestamps', body, `${stamp},${header}`],
    ['a signature of the wrong length', body, `${stamp},v1=abc`],
    ['one changed byte', bytes(`${JSON.stringify(event)} `), header],
    ['another secret', body, header, ['whsec_other']],
    ['no secret at all', body, header, []],
    ['an empty secret', body, signBody(body, 'x', now), ['']],
  ]
  for (const [name, body, header, secrets] of cases)
    test(name, () => {
      expect(read(body, header, secrets)).toBe('unauthorised')
    })
})

describe('a signed but invalid event is refused', () => {
  for (const wrong of [
    '',
    'not json',
    '[]',
    'null',
    '{}',
    { ...event, id: '' },
    { ...event, data: {} },
    { ...event, type: 7 },
  ])
    test(JSON.stringify(wrong).slice(0, 40), () => {
      const body = bytes(wrong)
      expect(read(body, signBody(body, secret, now))).toBe('invalid')
    })

  test('the refusal names every problem and repeats nothing that was sent', () => {
    const body = bytes({ id: 7, type: 'secret-looking', data: { object: 'x' } })
    try {
      readSignedEvent({ body, header: signBody(body, secret, now), secrets: [secret], now })
      expect.unreachable()
    } catch (error) {
      const { details = [] } = error as Refusal
      expect(details.map((detail) => detail.split(':')[0])).toEqual(['id', 'data.object'])
      expect(details.join()).not.toContain('secret-looking')
    }
  })
})
