import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { addFile } from '../../support/files'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { photoOf, pngOf } from '../../support/pictures'
import { deskOf } from './desk'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const show = (showPhotos: boolean) =>
  money.hq('PATCH', '/api/admin/settings/invoices', { values: { showPhotos } })

test('the page of an invoice shows the photos of the work, if the company wants that', async () => {
  const job = await money.job()
  const { path } = await deskOf(money).sent(job.id)
  const token = await money.hqToken()
  const add = async (kind: string, seed: string) => {
    const thumbnail = seed === 'png' ? pngOf(8, 6) : photoOf(32, 24, { seed })
    const added = await addFile(
      (method, to, sent) => money.open(method, to, { token, ...sent }),
      `/api/admin/jobs/${job.id}`,
      photoOf(40, 30, { seed }),
      { kind, thumbnail },
    )
    return expectStatus(added, 201).body.data.id
  }
  await add('after', 'one')
  const before = await add('before', 'png')
  await add('photo', 'for the office')
  const page = async () => (await money.open('GET', path)).text
  const picturesIn = async () => (await page()).match(/<img src="data:image\/\w+/g)

  expect(await picturesIn()).toBeNull()
  expectStatus(await show(true), 200)
  expect(await picturesIn()).toEqual(['<img src="data:image/png', '<img src="data:image/jpeg'])
  expect(await page()).toContain('Photos of the work')
  expect((await money.open('GET', path, { headers: { 'accept-language': 'es' } })).text).toContain('Antes')

  expectStatus(await money.hq('PATCH', `/api/admin/files/${before}`, { shownToCustomer: false }), 200)
  expect(await picturesIn()).toEqual(['<img src="data:image/jpeg'])
  expectStatus(await show(false), 200)
  expect(await page()).not.toContain('Photos of the work')
})
