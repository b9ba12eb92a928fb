import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { latestActivity } from '../../../../src/modules/office/activity'
import { startTestApp, type TestApp } from '../../../support/app'

let app: TestApp
let token = ''

beforeAll(async () => {
  app = await startTestApp()
  token = await app.hqToken()
})
afterAll(() => app.close())

const call = (method: string, path: string, options: object = {}) =>
  app.call(method, `/api/admin/imports${path}`, { token, ...options })
const upload = (raw: BodyInit, query = '?kind=customers&fileName=clients.csv') => call('POST', query, { raw })

/** Waits for whatever the service does in the background. */
async function settled(id: string) {
  await app.deps.background.idle()
  return (await call('GET', `/${id}`)).body.data
}

describe('the import endpoints', () => {
  test('take a file from upload to undo, and the log says who did it', async () => {
    const sent = await upload(
      'Name,Mail,Phone\nAda Park,ada@example.com,303-555-0101\nBen Cole,ben@example.com,12\n',
    )
    expect(sent.status).toBe(201)
    const { id } = sent.body.data
    expect(await settled(id)).toMatchObject({ state: 'ready', rows: 2, findings: { good: 2, warnings: 1 } })
    expect(sent.body.data.columns[1]).toEqual({ name: 'Mail', field: null })
    const changed = await call('PATCH', `/${id}`, {
      body: { columns: ['name', 'email', 'phone'], duplicates: 'skip' },
    })
    expect(changed.body.data).toMatchObject({ state: 'checking', duplicates: 'skip' })
    await settled(id)
    const preview = await call('GET', `/${id}/rows`)
    expect(preview.body.data.rows).toMatchObject([
      { line: 1, name: 'Ada Park', email: 'ada@example.com', phone: '3035550101', faults: [] },
      { line: 2, name: 'Ben Cole', phone: null, faults: [{ level: 'warning' }] },
    ])
    app.clock.advance(1_000)
    expect((await call('POST', `/${id}/run`)).body.data).toMatchObject({ state: 'running' })
    expect(await settled(id)).toMatchObject({
      state: 'done',
      progress: 1,
      counts: { made: 2 },
      canUndo: true,
    })
    expect((await call('POST', `/${id}/run`)).status).toBe(409)
    expect((await call('POST', `/${id}/discard`)).status).toBe(409)
    app.clock.advance(1_000)
    expect((await call('POST', `/${id}/undo`)).body.data).toMatchObject({ state: 'undoing' })
    expect(await settled(id)).toMatchObject({ state: 'undone', counts: { removed: 2, kept: 0 } })
    expect((await call('GET', '')).body.data.items).toMatchObject([{ id, fileName: 'clients.csv' }])
    const log = (await latestActivity(app.deps)).filter(({ type }) => type.startsWith('import.'))
    expect(log.map(({ type, actor }) => [type, actor])).toEqual([
      ['import.undone', 'hq:admin@example.com'],
      ['import.finished', 'hq:admin@example.com'],
      ['import.started', 'hq:admin@example.com'],
    ])
  })

  test('take bodies that are larger than other requests may be, but not files of any size', async () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => `Customer ${at},${'x'.repeat(60)}`)
    const sent = await upload(['Name,Notes', ...rows].join('\n'))
    expect(sent.body.data).toMatchObject({ rows: 6_000 })
    const { id } = sent.body.data
    expect(await settled(id)).toMatchObject({ state: 'ready', findings: { good: 6_000 } })
    expect((await call('POST', `/${id}/discard`)).body.data).toEqual({ discarded: true })
    await app.deps.background.idle()
    expect((await call('GET', `/${id}`)).status).toBe(404)
    const large = await upload('x'.repeat(31 * 1024 * 1024))
    expect([large.status, large.body.error]).toEqual([400, 'The file is larger than 30 MB. Split it.'])
  })

  test('refuse empty files, broken ones and columns that make no sense', async () => {
    expect((await upload('')).body.error).toBe('The file is empty')
    expect((await upload('Name,Email\n')).body.error).toContain('has no rows')
    expect((await upload('Name,Email\n"Ada,1\n')).body.error).toContain('is never closed')
    expect((await upload('BEGIN:VCARD\nFN:Ada\nEND:VCARD\n', '?kind=jobs')).status).toBe(400)
    expect((await upload('Name\nAda\n', '?kind=cars')).status).toBe(400)
    const { id } = (await upload('Name,Email\nAda,ada@example.com\n')).body.data
    const twice = await call('PATCH', `/${id}`, { body: { columns: ['name', 'name'] } })
    expect(twice.body.details).toEqual(['columns.1: another column is the name already'])
    expect((await call('PATCH', `/${id}`, { body: { columns: ['name', 'total'] } })).status).toBe(400)
    expect((await call('PATCH', `/${id}`, { body: { columns: ['name'] } })).status).toBe(400)
  })

  test('forget a person in a file that waits, and throw the file away after a day', async () => {
    const { id } = (await upload('Name,Email\nEmma Erase,emma@example.com\nBo Stays,bo@example.com\n')).body
      .data
    await settled(id)
    const booked = await app.call('POST', '/api/jobs/create', {
      body: {
        customerName: 'Emma Erase',
        customerEmail: 'emma@example.com',
        address: '1 A St',
        type: 'Roof',
        price: 0,
      },
    })
    const { id: jobId, customerId } = booked.body.data.job
    await app.call('POST', `/api/admin/jobs/${jobId}/cancel`, { token, body: {} })
    const erased = await app.call('POST', `/api/admin/customers/${customerId}/erase`, { token })
    expect(erased.status).toBe(200)
    const { rows } = (await call('GET', `/${id}/rows`)).body.data
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['Bo Stays'])
    app.clock.advance(25 * 3_600_000)
    token = await app.hqToken()
    const { sweepImports, resumeImports } = await import('../../../../src/modules/accounts')
    await sweepImports(app.deps)
    resumeImports(app.deps)
    await app.deps.background.idle()
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })
})
