import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { StartInput } from '../../../src/modules/setup/model'
import { startDemo } from '../../support/demo'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { answers, startWith } from './answers'

let world: MoneyTest
beforeEach(async () => {
  world = await startMoneyTest()
})
afterEach(() => world.close())

const read = () => world.deps.store.read

const start = (more: object = {}) => startWith(world.deps, more)

test('bookings that are kept belong to the new company, as long as no money moved', async () => {
  await world.close()
  world = await startDemo()
  const { id } = await world.job({ address: '1420 Larimer St, Denver, CO 80202' })
  await world.rest()
  const before = await world.readJob(id)
  const { customerName, address, type } = before
  const every = { intervalMonths: 6, anchorDate: '2026-04-30', price: 100, franchiseId: before.franchiseId }
  const template = await world.hq('POST', '/api/admin/templates', { customerName, address, type, ...every })
  const { franchiseId } = await start({ trials: 'keep' })
  const kept = await world.hq('GET', '/api/admin/templates')
  expect(kept.body.data.items).toMatchObject([{ id: template.body.data.id, franchiseId }])
  const { totalCents, taxBasisPoints } = before
  expect(await world.readJob(id)).toMatchObject({
    franchiseId,
    totalCents,
    taxBasisPoints,
    status: 'pending',
  })
  expect(await read().select({ id: franchises.id }).from(franchises)).toEqual([{ id: franchiseId }])
  const { body } = await world.hq('GET', `/api/admin/jobs/${id}`)
  expect(body.data.timeline.map(({ kind }: { kind: string }) => kind)).toContain('corrected')
})

test('a phone number that is too short to call is refused', async () => {
  const typo = { technician: { name: 'Sam Ortiz', phone: '303-555-014' } }
  const { issues } = StartInput.safeParse({ ...answers, ...typo }).error!
  expect(issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'technician.phone: enter the whole number, with its area code',
  ])
})

test("the new company's sales tax counts for every booking, though its area is only drawn on the map", async () => {
  const { franchiseId } = await start()
  await world.hq('PATCH', `/api/admin/franchises/${franchiseId}`, { taxPercent: 8.81 })
  const near = {
    customerName: 'Mona Ito',
    address: '582 Wynkoop St, Aurora, CO 80012',
    type: 'Gutter cleaning',
  }
  const byOffice = await world.hq('POST', '/api/admin/jobs', { ...near, price: 100 })
  const online = await world.open('POST', '/api/jobs/create', { body: { ...near, price: 100 } })
  for (const { body } of [byOffice, online]) {
    expect(body.data.job).toMatchObject({ taxPercent: 8.81, tax: 8.81, total: 108.81 })
    await world.rest()
    expect((await world.readJob(body.data.job.id)).franchiseId).toBe(franchiseId)
  }
  const visits = { ...near, price: 100, intervalMonths: 6, anchorDate: '2026-03-10' }
  await world.hq('POST', '/api/admin/templates', visits)
  const run = await world.open('GET', '/api/cron/recurring-jobs', { token: world.deps.secrets.cronSecret })
  await world.rest()
  expect(await world.readJob(run.body.data.jobs[0].id)).toMatchObject({ franchiseId, totalCents: 10_881 })
  const far = await world.job({ address: '500 W 2nd St, Austin, TX 78701', price: 100 })
  expect(far).toMatchObject({ taxBasisPoints: 0, franchiseId: null })
})

test('a new name, color and address reach the invoices and emails of the new company', async () => {
  const { franchiseId } = await start()
  const other = await world.hq('POST', '/api/admin/franchises', {
    name: 'Springs Gutters',
    timeZone: 'America/Denver',
    color: '#aa2200',
  })
  const values = {
    name: 'Blue Gutters',
    color: '#1446a0',
    phone: '303-555-0100',
    email: 'office@blue.example',
    postalAddress: '200 Wazee St, Denver, CO 80205',
  }
  await world.hq('PATCH', '/api/admin/settings/business', { values })
  const { id } = await world.job({ address: '900 Broadway, Denver, CO 80203', price: 189 })
  await world.rest()
  const { body } = await world.hq('POST', '/api/invoices/generate', { jobId: id })
  expect(body.data.invoiceData.seller).toEqual({
    name: 'Blue Gutters',
    color: '#1446a0',
    phone: '303-555-0100',
    email: 'office@blue.example',
    address: '200 Wazee St, Denver, CO 80205',
  })
  expect(await read().select({ id: franchises.id, name: franchises.name }).from(franchises)).toContainEqual({
    id: franchiseId,
    name: 'Blue Gutters',
  })
  const [untouched] = await read().select().from(franchises).where(eq(franchises.id, other.body.data.id))
  expect(untouched).toMatchObject({ name: 'Springs Gutters', color: '#aa2200' })
})
