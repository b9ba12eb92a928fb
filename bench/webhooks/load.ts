import { signBody } from '../../src/providers/payments/signature'
import type { Due } from './fill'

export interface Load {
  url: string
  secret: string
  perSecond: number
  due: Due[]
  /** The range of events: from this one up to, but not including, that one. */
  from: number
  to: number
}

export interface Acknowledged {
  /** Measured from the planned time, so a stalling server can't hide it. */
  latenciesMs: number[]
  refused: number
}

const tickMs = 5

/** Sends events at a fixed rate whether or not the earlier ones were answered, as the processor does. */
export async function sendEvents({ url, secret, perSecond, due, from, to }: Load): Promise<Acknowledged> {
  const latenciesMs: number[] = []
  let refused = 0
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  const send = async (number: number, plannedAt: number) => {
    const body = eventOf(number, due[number]!)
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'payments-signature': signBody(body, secret, Date.now()),
        // The limit counts by address, and the processor has many.
        'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      },
    })
    await response.arrayBuffer()
    if (response.status !== 200) refused++
    latenciesMs.push(performance.now() - plannedAt)
  }
  for (let sent = from; sent < to;) {
    const planned = from + ((performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < planned && sent < to; sent++)
      under.push(send(sent, startedAt + ((sent - from) / perSecond) * 1_000))
    await Bun.sleep(tickMs)
  }
  await Promise.all(under)
  return { latenciesMs, refused }
}

function eventOf(number: number, { jobId, paymentId, cents }: Due): string {
  const object = {
    id: paymentId,
    object: 'payment_intent',
    amount: cents,
    amount_received: cents,
    currency: 'usd',
    status: 'succeeded',
    metadata: { jobId },
  }
  const created = Math.floor(Date.now() / 1_000)
  return JSON.stringify({
    id: `evt_bench_${number}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    data: { object },
  })
}
