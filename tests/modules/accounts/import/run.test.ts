import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import {
  customers,
  hqTasks,
  importRows,
  jobEvents,
  jobs,
  ledgerTransactions,
  outbox,
} from '../../../../db/schema'
import { changeCustomer, indexNewCustomers } from '../../../../src/modules/customers'
import { checkLedger } from '../../../../src/modules/ledger'
import { stageFile, type Upload } from '../../../../src/modules/accounts/import/stage'
import { resumeImports, startImport, workOn } from '../../../../src/modules/accounts/import/run'
import { sweepImports } from '../../../../src/modules/accounts/import/sweep'
import { day } from '../../../../src/lib/clock'
import { startUndo } from '../../../../src/modules/accounts/import/undo'
import { requireImport, type Findings } from '../../../../src/modules/accounts/import/rows'
import type { Store } from '../../../../db/store'
import type { Deps } from '../../../../src/deps'
import { startTestApp, type TestApp } from '../../../support/app'
import { addWorld, booking, marcus, sofia } from '../../../support/world'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
  await addWorld(app)
})
afterEach(() => app.close())

const file = (text: string) => new TextEncoder().encode(text)
const by = { actor: 'hq:owner', fileName: 'file.csv' }

/** Uploads and checks a file. */
async function checked(text: string, options: Partial<Upload> = {}) {
  const id = await stageFile(app.deps, { ...by, kind: 'customers', bytes: file(text), ...options })
  return workOn(app.deps, id)
}

async function imported(text: string, options: Partial<Upload> = {}) {
  const { id } = await checked(text, options)
  app.clock.advance(1_000)
  await startImport(app.deps, id, by.actor)
  return workOn(app.deps, id)
}

async function undone(id: string) {
  app.clock.advance(1_000)
  await startUndo(app.deps, id, by.actor)
  return workOn(app.deps, id)
}

/** Without their place in the search index, which changes with them. */
async function allCustomers() {
  const rows = await app.deps.store.read.select().from(customers).orderBy(asc(customers.name))
  return rows.map((row) => ({ ...row, searchRow: null }))
}
const allJobs = () => app.deps.store.read.select().from(jobs).orderBy(asc(jobs.seq))
async function book(changes: object = {}) {
  await app.call('POST', '/api/jobs/create', { body: { ...booking, ...changes } })
  await indexNewCustomers(app.deps)
}

/** With Jobber's spelling, which isn't ours. */
const jobberHeader = `J-ID,Display Name,Company Name,First Name,Last Name,Main Phone #s,${['E', 'mails'].join('-')},Billing Street 1,Billing City,Billing State,Billing Zip code,Service Street 1,Service City,Service State,Service Zip code,Tags`

describe('a file of customers', () => {
  test("comes in with Jobber's headers: name, contact details, address, and the rest as notes", async () => {
    const text = `${jobberHeader}\n1,Ana Gómez,,Ana,Gómez,(303) 555-0101,Ana@Example.com,PO Box 7,Denver,CO,80201,12 Main St,Denver,CO,80202,VIP\n`
    const done = await imported(text)
    expect(done).toMatchObject({ state: 'done', origin: 'jobber', counts: { made: 1 } })
    expect(await allCustomers()).toMatchObject([
      {
        name: 'Ana Gómez',
        email: 'ana@example.com',
        phone: '3035550101',
        address: '12 Main St, Denver, CO 80202',
        notes: 'Billing address: PO Box 7, Denver, CO 80201\nTags: VIP',
      },
    ])
  })

  test('fills in what is missing about people we know, and never overwrites', async () => {
    await book()
    const [before] = await allCustomers()
    const text = `Name,Email,Phone,Address\nJordan R.,jordan@example.com,303-555-0199,9 Elm St\n`
    expect(await imported(text)).toMatchObject({ counts: { made: 0, merged: 1 } })
    const [after] = await allCustomers()
    expect(after).toMatchObject({ ...before!, address: '9 Elm St', updatedAt: expect.any(Number) })
  })

  test('leaves people we know alone when duplicates are skipped', async () => {
    await book()
    const before = await allCustomers()
    const text = `Name,Email,Address\nJordan R.,jordan@example.com,9 Elm St\n`
    expect(await imported(text, { duplicates: 'skip' })).toMatchObject({ counts: { skipped: 1 } })
    expect(await allCustomers()).toEqual(before)
  })

  test('finds duplicates by email, by phone and by name and address, in the file and in the store', async () => {
    await book({ customerEmail: undefined, customerPhone: '303-555-0142' })
    await book({
      customerName: 'Kim Park',
      customerEmail: 'kim@example.com',
      customerPhone: undefined,
      address: '5 Oak Avenue, Denver, CO 80202',
    })
    const text = [
      'Name,Email,Phone,Address',
      'Someone Else,,+1 (303) 555-0142,',
      'kim park,,,"5 Oak Ave., Denver 80202"',
      'Lee Wong,lee@example.com,,',
      'L. Wong,LEE@example.com,720-555-0100,',
      'L. Wong,,(720) 555-0100,',
    ].join('\n')
    const ready = await checked(text)
    expect(ready.findings).toMatchObject({ good: 5, known: 2, repeated: 2, merged: 2, errors: 0 })
    await startImport(app.deps, ready.id, by.actor)
    expect(await workOn(app.deps, ready.id)).toMatchObject({ counts: { made: 1, merged: 2, skipped: 2 } })
    expect((await allCustomers()).map(({ name, phone }) => [name, phone])).toEqual([
      ['Jordan Rivera', '3035550142'],
      ['Kim Park', null],
      ['Lee Wong', '7205550100'],
    ])
  })

  test('stops at rows with errors until the owner leaves them out', async () => {
    const text = 'Name,Email\n,nobody@example.com\nAda Park,not an email\n'
    const ready = await checked(text)
    expect(ready.findings).toMatchObject({ good: 1, errors: 1, warnings: 1, examples: [1, 2] })
    expect(startImport(app.deps, ready.id, by.actor)).rejects.toThrow('1 rows have errors')
    expect(await imported(text, { faulty: 'skip' })).toMatchObject({ counts: { made: 1, faulty: 1 } })
    expect(await allCustomers()).toMatchObject([
      { name: 'Ada Park', email: null, notes: 'Email as written: not an email' },
    ])
  })

  test('keeps no copy of the people once it is imported, and says nothing to anyone', async () => {
    await imported('Name,Email\nAda Park,ada@example.com\nBen Cole,ben@example.com\n')
    const { read } = app.deps.store
    expect((await read.select().from(importRows)).map(({ cells }) => cells)).toEqual([null, null])
    expect(await read.select().from(outbox)).toEqual([])
    expect(await read.select().from(hqTasks)).toEqual([])
  })

  test('can be undone: the new customers go, and those we knew are as they were', async () => {
    await book({ customerPhone: undefined })
    const before = await allCustomers()
    const known = ['Jordan,jordan@example.com,303-555-0111,', 'Jordan,jordan@example.com,,1 A St']
    const strangers = Array.from({ length: 450 }, (_, at) => `C ${at},c${at % 440}@example.com,,${at} Elm St`)
    const done = await imported(['Name,Email,Phone,Address', ...known, ...strangers].join('\n'))
    expect(done.counts).toMatchObject({ made: 440, merged: 2 })
    const after = await undone(done.id)
    expect(after).toMatchObject({ state: 'undone', counts: { removed: 440, kept: 0 } })
    expect(await allCustomers()).toEqual(before)
    expect(await app.deps.store.read.select().from(importRows)).toEqual([])
  })

  test('can no longer be undone after 30 days, when its journal is gone', async () => {
    const done = await imported('Name\nAda Park\nBen Cole\n')
    app.clock.advance(29 * day)
    await sweepImports(app.deps)
    expect((await app.deps.store.read.select().from(importRows)).length).toBe(2)
    app.clock.advance(2 * day)
    await sweepImports(app.deps)
    expect(await app.deps.store.read.select().from(importRows)).toEqual([])
    expect(startUndo(app.deps, done.id, by.actor)).rejects.toThrow('more than 30 days old')
    expect((await allCustomers()).length).toBe(2)
  })

  test('keeps what was used or changed since when it is undone, and says how many', async () => {
    const done = await imported(
      'Name,Email\nAda Park,ada@example.com\nBen Cole,ben@example.com\nCy Diaz,cy@example.com\n',
    )
    app.clock.advance(1_000)
    await book({ customerEmail: 'ada@example.com' })
    const [, ben] = await allCustomers()
    await changeCustomer(app.deps, ben!.id, { notes: 'Has a dog' }, 'hq:dana')
    expect(await undone(done.id)).toMatchObject({ state: 'undone', counts: { removed: 1, kept: 2 } })
    expect((await allCustomers()).map(({ name }) => name)).toEqual(['Ada Park', 'Ben Cole'])
  })
})

const jobsHeader =
  'Job #,Job description,Job status,Customer name,Email,Address,Job created date,Job scheduled start date,Job scheduled end date,Assigned employees,Job amount,Due amount'

describe('a file of jobs', () => {
  const past =
    '="12",Gutter cleaning,Completed,Ana Gómez,ana@example.com,"12 Main St, Denver, CO 80202",01/05/2026,02/20/2026 9:00 AM,02/20/2026 10:30 AM,Marcus Lee,"$1,250.00",$0.00'
  const canceled =
    '13,Roof check,Canceled,Ana Gómez,ana@example.com,"12 Main St, Denver, CO 80202",,02/21/2026,,,$80.00,$80.00'
  const ahead =
    '14,Gutter cleaning,Scheduled,Bo Lin,,"7 Elm St, Denver, CO 80202",,03/10/2026 1:00 PM,,Marcus Lee,$189.00,$189.00'
  const someday =
    '15,Gutter cleaning,Scheduled,Bo Lin,,"7 Elm St, Denver, CO 80202",,03/20/2026,,,$189.00,$189.00'
  const text = [jobsHeader, past, canceled, ahead, someday].join('\n')

  test('brings past work as history and work ahead as visits, with customers, technicians and franchises', async () => {
    const done = await imported(text, { kind: 'jobs' })
    expect(done).toMatchObject({ origin: 'housecall-pro', counts: { jobs: 4, made: 2 } })
    expect(done.findings).toMatchObject({ history: 2, upcoming: 2 })
    await app.deps.background.idle()
    const found = await allJobs()
    expect(found).toMatchObject([
      {
        status: 'completed',
        type: 'Gutter cleaning',
        serviceTypeId: 'service-cleaning',
        workerId: marcus,
        totalCents: 125_000,
        paymentState: 'paid',
        paidCents: 125_000,
        franchiseId: 'franchise-denver',
        source: 'import',
        scheduledStart: Date.parse('2026-02-20T16:00:00Z'),
        completedAt: Date.parse('2026-02-20T17:30:00Z'),
        createdAt: Date.parse('2026-01-05T17:00:00Z'),
      },
      { status: 'cancelled', type: 'Roof check', paymentState: 'unpaid', totalCents: 8_000 },
      {
        status: 'scheduled',
        workerId: marcus,
        locked: true,
        scheduledStart: Date.parse('2026-03-10T19:00:00Z'),
      },
      { status: 'pending', scheduledStart: null, preferredDate: '2026-03-20' },
    ])
    const people = await allCustomers()
    expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Bo Lin'])
    expect(found.map(({ customerId }) => customerId)).toEqual([
      people[0]!.id,
      people[0]!.id,
      people[1]!.id,
      people[1]!.id,
    ])
  })

  test('sends nothing, moves no money, numbers no invoice and leaves the books in order', async () => {
    await imported(text, { kind: 'jobs' })
    const { read } = app.deps.store
    const run = await app.call('GET', '/api/cron/onboarding-emails', { token: app.deps.secrets.cronSecret })
    expect(run.status).toBe(200)
    expect((await read.select().from(outbox)).filter(({ template }) => template === 'follow-up')).toEqual([])
    expect(await read.select().from(ledgerTransactions)).toEqual([])
    expect(await checkLedger(read)).toEqual([])
  })

  test('adds nothing when the same file comes again', async () => {
    await imported(text, { kind: 'jobs' })
    const before = await allJobs()
    expect(await imported(text, { kind: 'jobs' })).toMatchObject({ counts: { jobs: 0, made: 0, skipped: 4 } })
    expect((await allJobs()).length).toBe(before.length)
  })

  test('leaves a visit to dispatch if its technician is busy at that time', async () => {
    const twin = ahead.replace('14,', '16,').replace('Bo Lin', 'Di Fox')
    await imported([jobsHeader, ahead, twin].join('\n'), { kind: 'jobs' })
    expect((await allJobs()).map(({ workerId }) => workerId)).toEqual([marcus, null])
  })

  test('can be undone after its addresses were found, but keeps a job that was worked on', async () => {
    const done = await imported(text, { kind: 'jobs' })
    await app.deps.background.idle()
    const [, , visit] = await allJobs()
    expect(visit!.placeState).not.toBe('waiting')
    const token = await app.hqToken()
    app.clock.advance(1_000)
    const noted = await app.call('POST', `/api/admin/jobs/${visit!.id}/notes`, {
      token,
      body: { text: 'Call first' },
    })
    expect(noted.status).toBe(201)
    expect(await undone(done.id)).toMatchObject({ state: 'undone', counts: { removed: 4, kept: 2 } })
    expect((await allJobs()).map(({ id }) => id)).toEqual([visit!.id])
    expect((await allCustomers()).map(({ name }) => name)).toEqual(['Bo Lin'])
  })

  test('leaves no trace in the tables when it is undone untouched', async () => {
    await book()
    await app.deps.background.idle()
    const { read } = app.deps.store
    const tables = async () => [
      await read.select().from(jobs),
      await read.select().from(customers),
      await read.select().from(jobEvents),
      await read.select().from(hqTasks),
    ]
    const before = await tables()
    const done = await imported(text, { kind: 'jobs' })
    await app.deps.background.idle()
    await undone(done.id)
    expect(await tables()).toEqual(before)
  })

  test('reads a span of time, keeps what was paid, and takes the first known technician', async () => {
    const text = [
      'Date,Times,Client name,Visit title,Assigned to,Total,Paid,Service city,Gate code',
      '3/10/2026,9:00 AM - 11:30 AM,Ana Gómez,Roof check,"Pat Doe, Sofia Reyes",$200.00,$50.00,Denver,1234',
    ].join('\n')
    await imported(text, { kind: 'jobs' })
    expect(await allJobs()).toMatchObject([
      {
        type: 'Roof check',
        workerId: sofia,
        scheduledStart: Date.parse('2026-03-10T13:00:00Z'),
        scheduledEnd: Date.parse('2026-03-10T15:30:00Z'),
        paymentState: 'unpaid',
        totalCents: 20_000,
        paidCents: 5_000,
        notes: 'Gate code: 1234',
      },
    ])
  })

  test('names rows with an unreadable date or amount', async () => {
    const bad = [
      jobsHeader,
      past.replace('02/20/2026 9:00 AM', '20.02.2026'),
      past.replace('$1,250.00', 'a lot'),
    ]
    const { findings } = await checked(bad.join('\n'), { kind: 'jobs' })
    expect((findings as Findings).faults.map(({ level, text: fault }) => [level, fault])).toEqual([
      ['error', "A date isn't readable (start). Write it as MM/DD/YYYY"],
      ['error', "An amount isn't readable (total)"],
    ])
  })
})

describe('an import that is interrupted', () => {
  const text = [
    'Name,Email',
    ...Array.from({ length: 500 }, (_, at) => `Customer ${at},c${at}@example.com`),
  ].join('\n')

  /** The same service in a process that dies: its unit number `last` and all later ones never happen. */
  function dying(last: number): Deps {
    let units = 0
    const write: Store['write'] = (unit) =>
      ++units < last ? app.deps.store.write(unit) : Promise.reject(new Error('killed'))
    const store = new Proxy(app.deps.store, {
      get: (target, name) => (name === 'write' ? write : Reflect.get(target, name, target)),
    })
    return { ...app.deps, store }
  }

  test('is finished by the next process, wherever it died, with every row once', async () => {
    for (const last of [1, 2, 3, 4]) {
      const ready = await checked(text.replaceAll('@', `-${last}@`))
      app.clock.advance(1_000)
      await startImport(app.deps, ready.id, by.actor)
      await workOn(dying(last), ready.id).catch(() => {})
      expect(await requireImport(app.deps.store.read, ready.id)).not.toMatchObject({ state: 'failed' })
      resumeImports(app.deps)
      await app.deps.background.idle()
      expect(await requireImport(app.deps.store.read, ready.id)).toMatchObject({
        state: 'done',
        counts: { made: 500 },
      })
      expect((await allCustomers()).length).toBe(500)
      await startUndo(app.deps, ready.id, by.actor)
      await workOn(dying(last), ready.id).catch(() => {})
      resumeImports(app.deps)
      await app.deps.background.idle()
      expect(await requireImport(app.deps.store.read, ready.id)).toMatchObject({
        state: 'undone',
        counts: { removed: 500, kept: 0 },
      })
      expect(await allCustomers()).toEqual([])
    }
  })

  test('is done once when two processes work on it', async () => {
    const ready = await checked(text)
    await startImport(app.deps, ready.id, by.actor)
    await Promise.all([workOn(app.deps, ready.id), workOn(app.deps, ready.id)])
    expect(await requireImport(app.deps.store.read, ready.id)).toMatchObject({
      state: 'done',
      counts: { made: 500 },
    })
    expect((await allCustomers()).length).toBe(500)
  })

  test('is taken back when the owner stops it halfway', async () => {
    const ready = await checked(text)
    app.clock.advance(1_000)
    await startImport(app.deps, ready.id, by.actor)
    await workOn(dying(3), ready.id).catch(() => {})
    expect((await allCustomers()).length).toBeGreaterThan(0)
    await startUndo(app.deps, ready.id, by.actor)
    expect(await workOn(app.deps, ready.id)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    expect(await allCustomers()).toEqual([])
  })

  test('is taken back completely when a row breaks a rule of the store', async () => {
    const ready = await checked(text)
    await startImport(app.deps, ready.id, by.actor)
    // A customer without a name can't be stored: the check let it through, because it changed afterwards.
    await app.deps.store.write((tx) =>
      tx
        .update(importRows)
        .set({ cells: ['', 'x'] })
        .where(eq(importRows.line, 450)),
    )
    const over = await workOn(app.deps, ready.id)
    expect(over).toMatchObject({ state: 'failed', failure: expect.stringContaining('no longer') })
    expect(await allCustomers()).toEqual([])
    expect(await app.deps.store.read.select().from(importRows)).toEqual([])
  })
})
