import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiKey } from '../../contract/credentials'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

/** Everyone who is looked for below: how they booked, and how people look for them. */
const people = [
  {
    customerName: "Sean O'Neill",
    customerEmail: 'sean.oneill@example.com',
    customerPhone: '(720) 555-0131',
    address: '77 Larkspur Ln, Boulder, CO 80301',
    by: [
      "O'Neill",
      'O’Neill',
      'oneill',
      'ONEILL',
      'o neill',
      'neill',
      "sean o'n",
      'neill sean',
      '7205550131',
      '+1 (720) 555-0131',
      '1-720-555-0131',
      '720.555.0131',
      '720 555 013',
      '555-0131',
      '0131',
      '131',
      'sean 0131',
      'sean.oneill@',
      'sean.oneill@example.com',
      'larkspur',
      '77 larks',
      'Larkspur Lane',
      'larkspur ln boulder',
      'neill 80301',
    ],
  },
  {
    customerName: 'José García-Márquez',
    customerEmail: 'pepe@garcia.example',
    customerPhone: '7205550172',
    address: '5 Rosé Avenue, Golden, CO 80401',
    by: ['Jose', 'JOSÉ', 'jose garcia', 'Garcia-Marquez', 'marquez', 'garciamarquez', 'garcia.example'],
  },
  {
    customerName: 'Jörg Müller',
    customerEmail: 'joerg@mueller.example',
    customerPhone: '+49 30 1234567',
    address: '9 Straßburg Street, Denver, CO 80205',
    by: ['Muller', 'Müller', 'Mueller', 'MÜLLER jorg', 'strassburg', 'Straßburg St', '+49 30 123', '1234567'],
  },
  {
    customerName: 'Anneke van der Meer',
    customerEmail: 'anneke@meer.example',
    customerPhone: '3035550119',
    address: '1200 Łódź Blvd, Aurora, CO 80012',
    by: ['vandermeer', 'van der meer', 'VanDerMeer', 'meer', 'Lodz Boulevard', 'anneke van d'],
  },
  {
    customerName: 'Fiona McDonald',
    customerEmail: 'fiona@example.com',
    customerPhone: '3035550120',
    address: '8 West Smith-Jones Road, Denver, CO 80206',
    by: ['Mc Donald', 'mcdon', 'fiona mc donald', 'smith jones', 'w smith', 'smithjones rd'],
  },
] as const

let admin: Admin
let ids: { customer: string; job: string; reference: string }[] = []
beforeAll(async () => {
  admin = await startAdmin()
  for (const { by: _, ...person } of people) {
    const body = {
      ...person,
      customerPhone: person.customerPhone.replaceAll(/[()+]/g, ''),
      price: 100,
      type: 'Cleaning',
    }
    const { job } = expectStatus(await admin.post('/api/admin/jobs', body), 201).body.data
    ids = [...ids, { customer: job.customerId, job: job.id, reference: job.reference }]
  }
})
afterAll(() => admin.close())

const search = async (q: string, token?: string) => {
  const path = `/api/admin/search?q=${encodeURIComponent(q)}`
  const answer = token === undefined ? await admin.get(path) : await admin.call('GET', path, { token })
  return expectStatus(answer, 200).body.data as Record<
    'customers' | 'jobs' | 'invoices' | 'workers',
    { id: string; name: string; address: string | null }[]
  >
}
const found = async (q: string, kind: 'customers' | 'jobs' = 'customers') =>
  (await search(q))[kind].map(({ id }) => id)

describe('somebody who looks for', () => {
  for (const [nth, { customerName, by }] of people.entries())
    for (const text of by)
      test(`"${text}" finds ${customerName} and their job`, async () => {
        const { customers, jobs } = await search(text)
        expect([customers[0]?.id, jobs[0]?.id]).toEqual([ids[nth]!.customer, ids[nth]!.job])
      })

  test('the start of a reference finds its job', async () => {
    const [, letters = ''] = ids[0]!.reference.split('-')
    for (const text of [
      ids[0]!.reference,
      letters.toLowerCase(),
      `tr ${letters}`,
      `TR-${letters.slice(0, 3)}`,
    ])
      expect([text, await found(text, 'jobs')]).toEqual([text, [ids[0]!.job]])
  })

  test('a reference that nobody has, or only marks, finds nothing', async () => {
    const nothing = { customers: [], jobs: [], invoices: [], workers: [] }
    for (const text of ['TR-22222', '???', '"', '*', '()', 'NEAR(', 'name:sean AND', '☃'])
      expect([text, await search(text)]).toEqual([text, nothing as never])
  })
})

describe('the best match comes first:', () => {
  const book = async (customerName: string, address: string) => {
    const body = {
      customerName,
      address,
      customerEmail: `${crypto.randomUUID()}@example.com`,
      type: 'Cleaning',
      price: 1,
    }
    return expectStatus(await admin.post('/api/admin/jobs', body), 201).body.data.job.customerId as string
  }

  test('a whole word before the start of one, a name before an address, and the newest among them', async () => {
    const old = await book('Ada Quill', '1 Elm St')
    const fresh = await book('Bo Quill', '2 Elm St')
    await book('Cy Quillen', '3 Elm St')
    await book('Di Jones', '4 Quill Rd')
    expect((await search('quill')).customers.map(({ name }) => name)).toEqual([
      'Bo Quill',
      'Ada Quill',
      'Cy Quillen',
      'Di Jones',
    ])
    expect((await found('ada quill'))[0]).toBe(old)
    expect((await found('quil'))[0]).not.toBe(old)
    expect(await found('bo qu')).toEqual([fresh])
  })

  test('at most as many of each kind as asked for', async () => {
    for (let n = 0; n < 8; n++) await book(`Zora Many ${n}`, `${n} Oak St`)
    expect(await found('zora')).toHaveLength(6)
    const answer = await admin.get('/api/admin/search?q=zora&limit=2')
    expect([answer.body.data.customers.length, answer.body.data.jobs.length]).toEqual([2, 2])
  })
})

describe('invoices and technicians', () => {
  test('are found by number, customer, name and phone', async () => {
    const generated = expectStatus(await admin.post('/api/invoices/generate', { jobId: ids[0]!.job }), 201)
    const { id } = generated.body.data.invoice
    const sent = expectStatus(await admin.post('/api/invoices/send', { invoiceId: id, method: 'email' }), 200)
    const { number } = sent.body.data.invoice
    for (const text of [
      number,
      number.toLowerCase(),
      number.slice(0, 7),
      number.slice(3),
      '1',
      '#0001',
      'oneill',
    ])
      expect([text, (await search(text)).invoices.map((one) => one.id)]).toEqual([text, [id]])
    const sofia = { name: 'Sofía Reyes', phone: '303-555-0177', email: 'sofia@crew.example' }
    const worker = expectStatus(await admin.post('/api/admin/workers', sofia), 201).body.data
    for (const text of ['sofia', 'Reyes', '(303) 555-0177', '0177', 'sofia@crew'])
      expect([text, (await search(text)).workers.map((one) => one.id)]).toEqual([text, [worker.id]])
    expect((await admin.get('/api/admin/workers?q=sofia')).body.data.items).toHaveLength(1)
  })

  test('only show to roles that may read them', async () => {
    const kindsFor = async (role: 'owner' | 'dispatcher' | 'bookkeeper') => {
      const token = await apiKey(admin.deps, { role })
      const [person, sofia] = [await search('oneill', token), await search('sofia', token)]
      return {
        customers: person.customers.length,
        jobs: person.jobs.length,
        invoices: person.invoices.length,
        workers: sofia.workers.length,
      }
    }
    expect(await kindsFor('owner')).toEqual({ customers: 1, jobs: 1, invoices: 1, workers: 1 })
    expect(await kindsFor('dispatcher')).toEqual({ customers: 1, jobs: 1, invoices: 0, workers: 1 })
    expect(await kindsFor('bookkeeper')).toEqual({ customers: 1, jobs: 1, invoices: 1, workers: 0 })
  })
})
