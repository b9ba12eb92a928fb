import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { outbox } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
let sam: Technician
let kim: Technician
beforeAll(async () => {
  admin = await startAdmin()
  sam = await hire('Sam')
  kim = await hire('Kim')
})
afterAll(() => admin.close())

interface Technician {
  id: string
  token: string
}

async function hire(name: string): Promise<Technician> {
  const body = { name, email: `${name.toLowerCase()}@example.com` }
  const { id } = expectStatus(await admin.post('/api/admin/workers', body), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

const languageOf = async ({ token }: Technician) =>
  expectStatus(await admin.call('GET', '/api/work/jobs', { token }), 200).body.data.worker.language
const choose = (token: string | undefined, body: unknown) =>
  admin.call('POST', '/api/work/language', { body, ...(token !== undefined && { token }) })

describe('a technician’s language', () => {
  test('is their own choice, which HQ sees and can change', async () => {
    expect(await languageOf(sam)).toBeNull()
    const stored = expectStatus(await choose(sam.token, { language: 'es' }), 200)
    expect(stored.body).toEqual({ ok: true, data: { language: 'es' } })
    expect(await languageOf(sam)).toBe('es')
    expect((await admin.get(`/api/admin/workers/${sam.id}`)).body.data.language).toBe('es')
    expectStatus(await admin.patch(`/api/admin/workers/${sam.id}`, { language: 'en' }), 200)
    expect(await languageOf(sam)).toBe('en')
    expect(await languageOf(kim)).toBeNull()
  })

  test('needs their own token, and says so before it looks at the body', async () => {
    for (const token of [undefined, 'wrk_nonsense', await admin.hqToken()])
      for (const body of [{ language: 'es' }, { language: 'fr' }, {}])
        expectStatus(await choose(token, body), 401)
  })

  test.each([[{}], [{ language: 'fr' }], [{ language: null }], [{ language: 'ES' }]])(
    'is not changed by %j',
    async (body) => {
      const refused = expectStatus(await choose(kim.token, body), 400)
      expect(refused.body.details[0]).toStartWith('language: ')
      expect(await languageOf(kim)).toBeNull()
    },
  )

  test('can’t be set for somebody else', async () => {
    expectStatus(await choose(sam.token, { language: 'es', workerId: kim.id, id: kim.id }), 200)
    expect(await languageOf(kim)).toBeNull()
  })

  test('goes with the link that HQ sends them', async () => {
    const languageOfLink = async ({ id }: Technician, recipient: string) => {
      expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`, { sendBy: 'email' }), 201)
      const rows = await admin.deps.store.read.select().from(outbox)
      return rows.find((row) => row.recipient === recipient)?.language
    }
    expectStatus(await choose(sam.token, { language: 'es' }), 200)
    expect(await languageOfLink(sam, 'sam@example.com')).toBe('es')
    expect(await languageOfLink(kim, 'kim@example.com')).toBeNull()
  })
})
