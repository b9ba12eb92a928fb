import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../support/files'
import { photoOf } from '../support/pictures'
import { emptyDataFolder, startService, type RunningService } from '../support/server'
import { adminClaims, signWithSecret } from '../support/tokens'
import { booking } from '../support/world'

const secret = 'a-secret-for-headquarters-0123456789'
const partBytes = 64 * 1024

interface Kept {
  photo: Uint8Array<ArrayBuffer>
  id: string
}

/** A phone that uploads photos one after the other, continues where it was interrupted, and never gives up. */
class Phone {
  readonly kept: Kept[] = []
  #current: Uint8Array<ArrayBuffer> | null = null

  constructor(
    readonly jobId: string,
    readonly token: string,
    readonly name: string,
  ) {}

  /** Runs until the service is gone. */
  async run(url: string): Promise<void> {
    try {
      for (;;) await this.#sendOne(url)
    } catch {
      // The service was killed. Acknowledged photos count.
    }
  }

  async #sendOne(url: string): Promise<void> {
    const seed = `${this.name} ${this.kept.length}`
    const photo = (this.#current ??= photoOf(40, 30, { seed, padding: 300_000 }))
    const hash = sha256(photo)
    const place = `${url}/api/admin/jobs/${this.jobId}`
    const { received } = await this.#ask('GET', `${place}/uploads/${hash}`)
    for (let offset = Number(received); offset < photo.length; offset += partBytes)
      await this.#ask(
        'PUT',
        `${place}/uploads/${hash}?offset=${offset}`,
        photo.slice(offset, offset + partBytes),
      )
    const body = JSON.stringify({ hash, name: 'photo.jpg' })
    const { id } = await this.#ask('POST', `${place}/files`, body)
    this.kept.push({ photo, id: String(id) })
    this.#current = null
  }

  async #ask(method: string, url: string, body?: BodyInit): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.token}` }
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
    const { data, error } = (await answer.json()) as { data?: Record<string, unknown>; error?: string }
    // An upload whose last bytes never reached the disk starts over.
    if (error?.includes('damaged')) return {}
    if (!data) throw new Error(error)
    return data
  }
}

const start = (folder: string) =>
  startService({ DATA_DIR: folder, HQ_JWT_SECRET: secret, TRUSTED_PROXIES: 'loopback' })

async function bookJob({ url }: RunningService): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${url}/api/jobs/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify(booking),
  })
  const { data } = (await sent.json()) as { data: { job: { id: string } } }
  return data.job.id
}

test('every photo acknowledged before a SIGKILL is whole after it, and uploads continue', async () => {
  const folder = emptyDataFolder()
  const token = await signWithSecret(adminClaims(Date.now()), secret)
  let phones: Phone[] = []
  for (let round = 0; round < 3; round++) {
    const service = await start(folder)
    if (round === 0) {
      const jobId = await bookJob(service)
      phones = ['one', 'two', 'three'].map((name) => new Phone(jobId, token, name))
    }
    const before = phones.reduce((sum, { kept }) => sum + kept.length, 0)
    const running = phones.map((phone) => phone.run(service.url))
    while (phones.reduce((sum, { kept }) => sum + kept.length, 0) < before + 6) await Bun.sleep(1)
    service.signal('SIGKILL')
    await Promise.all([service.exited, ...running])
  }
  const db = new Database(join(folder, 'truckroll.db'))
  const rows = db.query<{ id: string; hash: string }, []>('SELECT id, hash FROM attachments').all()
  db.close()
  const byId = new Map(rows.map(({ id, hash }) => [id, hash]))
  const acknowledged = phones.flatMap(({ kept }) => kept)
  expect(acknowledged.length).toBeGreaterThanOrEqual(18)
  for (const { id } of acknowledged) {
    const hash = byId.get(id)!
    const bytes = await Bun.file(join(folder, 'files/content', hash.slice(0, 2), hash)).bytes()
    expect(sha256(bytes)).toBe(hash)
  }
  // A file in its place is complete, whether or not its row came to be.
  for (const name of readdirSync(join(folder, 'files/content'), { recursive: true }).map(String)) {
    const [, hash] = name.split('/')
    if (hash === undefined) continue
    expect(sha256(await Bun.file(join(folder, 'files/content', name)).bytes())).toBe(hash)
  }
})
