import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectStablePages, expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

const base = { name: 'Front Range', timeZone: 'America/Denver' }
const add = async (body: object) =>
  expectStatus(await admin.post('/api/admin/franchises', { ...base, ...body }), 201).body.data

describe('listing franchises', () => {
  test('filters by name, taken literally, and by activity', async () => {
    await add({ name: '50%_off Gutters' })
    await add({ name: 'Sleeping Bay', active: false })
    const names = async (query: string) =>
      (await admin.get(`/api/admin/franchises?${query}`)).body.data.items.map(
        (item: { name: string }) => item.name,
      )
    expect(await names('q=%25_')).toEqual(['50%_off Gutters'])
    expect(await names('q=sleeping')).toEqual(['Sleeping Bay'])
    expect(await names('q=sleeping&active=true')).toEqual([])
    expect(await names('q=sleeping&active=false')).toEqual(['Sleeping Bay'])
  })

  test('shows each once, newest first, while others are added', async () => {
    await expectStablePages(
      admin,
      '/api/admin/franchises?q=paged',
      async (n) => (await add({ name: `Paged ${n}` })).id,
    )
  })

  test('shows the ZIP codes of each', async () => {
    await add({ name: 'Zipped A', areaZips: ['10001', '10002'] })
    await add({ name: 'Zipped B', areaZips: ['10003'] })
    const { items } = (await admin.get('/api/admin/franchises?q=zipped')).body.data
    expect(items.map((item: { areaZips: string[] }) => item.areaZips)).toEqual([
      ['10003'],
      ['10001', '10002'],
    ])
  })

  test('can be downloaded as CSV without formulas in names', async () => {
    await add({ name: '=HYPERLINK("http://example.com")', contactName: '@SUM(A1)' })
    const file = expectStatus(await admin.get('/api/admin/franchises?q=hyperlink&format=csv'), 200)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="franchises.csv"')
    const [head, row] = file.text.split('\r\n')
    expect(head?.startsWith('id,name,contactName')).toBe(true)
    expect(row).toContain(`,"'=HYPERLINK(""http://example.com"")",'@SUM(A1),`)
  })

  test('is for HQ only', async () => {
    expect((await admin.call('GET', '/api/admin/franchises')).status).toBe(401)
    expect((await admin.call('POST', '/api/admin/franchises', { body: {} })).status).toBe(401)
  })
})
