import { SignJWT } from 'jose'
import { sha256 } from '../../tests/support/files'
import { photoOf } from '../../tests/support/pictures'

declare const self: Worker

export interface Order {
  base: string
  secret: string
  photos: number
  clients: number
  photoBytes: number
}

export type Outcome = { seconds: number } | { failure: string }

const partBytes = 1024 * 1024

const tokenFor = (secret: string, subject: string) =>
  new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))

/** A phone with its own address, person and job. It sends a photo in parts, then adds it to the job. */
async function phone(
  { base, secret, photoBytes }: Order,
  client: number,
): Promise<(at: number) => Promise<void>> {
  const headers = {
    authorization: `Bearer ${await tokenFor(secret, `phone-${client}`)}`,
    'x-forwarded-for': `10.2.0.${client + 1}`,
  }
  const call = async (method: string, path: string, body?: BodyInit) => {
    const answer = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const { data, error } = (await answer.json()) as { data?: Record<string, unknown>; error?: string }
    if (!data) throw new Error(`${method} ${path}: ${error}`)
    return data
  }
  const booking = { customerName: `Customer ${client}`, address: '1 Main St', type: 'Cleaning', price: 100 }
  const { job } = await call('POST', '/api/admin/jobs', JSON.stringify(booking))
  const place = `/api/admin/jobs/${(job as { id: string }).id}`
  return async (at) => {
    const photo = photoOf(4032, 3024, { seed: `photo ${at}`, padding: photoBytes })
    const hash = sha256(photo)
    for (let offset = 0; offset < photo.length; offset += partBytes)
      await call('PUT', `${place}/uploads/${hash}?offset=${offset}`, photo.slice(offset, offset + partBytes))
    await call('POST', `${place}/files`, JSON.stringify({ hash, name: `${at}.jpg` }))
  }
}

async function sendAll(order: Order): Promise<number> {
  const phones = await Promise.all(Array.from({ length: order.clients }, (_, at) => phone(order, at)))
  const startedAt = performance.now()
  await Promise.all(
    phones.map(async (send, client) => {
      for (let at = client; at < order.photos; at += order.clients) await send(at)
    }),
  )
  return (performance.now() - startedAt) / 1_000
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  sendAll(data).then(
    (seconds) => self.postMessage({ seconds } satisfies Outcome),
    (error: unknown) => self.postMessage({ failure: String(error) } satisfies Outcome),
  )
})
