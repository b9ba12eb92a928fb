import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startAdmin, type Admin } from '../../support/admin'
import { jpegOf, pngOf } from '../../support/pictures'

let admin: Admin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

const upload = (raw: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  admin.call('PUT', '/api/admin/settings/logo', { raw, token: admin.token, headers })
const bytesAt = async (path: string) => admin.app.handle(new Request(`http://localhost${path}`))

test('an uploaded logo has a public address that never changes its content', async () => {
  const picture = pngOf(120, 40)
  const answer = await upload(picture)
  expect(answer.status).toBe(200)
  const { logo } = answer.body.data
  expect(logo).toMatchObject({ width: 120, height: 40, bytes: picture.length })
  expect(logo.path).toMatch(/^\/logo\/[0-9a-f]{32}\.png$/)
  const shown = await bytesAt(logo.path)
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(picture)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('an earlier logo stays at its address, because sent emails show it', async () => {
  const first = (await upload(pngOf(10, 10))).body.data.logo.path
  const second = (await upload(jpegOf(300, 200))).body.data.logo
  expect(second).toMatchObject({ width: 300, height: 200 })
  expect(second.path).toEndWith('.jpg')
  expect((await bytesAt(first)).status).toBe(200)
})

test('without a logo, pages show our mark again', async () => {
  const { path } = (await upload(pngOf(10, 12))).body.data.logo
  expect((await admin.get('/my')).text).toContain(path)
  expect((await admin.remove('/api/admin/settings/logo')).body.data.logo).toBeNull()
  const page = (await admin.get('/my')).text
  expect(page).not.toContain(path)
  expect(page).toContain('/assets/mark-')
})

test('the activity log tells who changed the logo, and only if it changed', async () => {
  await upload(pngOf(14, 14))
  await upload(pngOf(14, 14))
  await admin.remove('/api/admin/settings/logo')
  const { events } = (await admin.get('/api/dev/activity')).body.data
  expect(events.slice(0, 2).map(({ summary }: { summary: string }) => summary)).toEqual([
    'Removed the logo',
    'Changed the logo',
  ])
})

test('other files are refused with a sentence that says what to do', async () => {
  const save = 'Save it as a PNG and upload that file.'
  const others = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a\u0001\u0000\u0001\u0000'),
    Buffer.from('<html><script>alert(1)</script></html>'),
    pngOf(10, 10).subarray(0, 20),
    pngOf(10, 10).fill(0, 12, 16),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    jpegOf(0, 0),
    Buffer.alloc(0),
  ]
  for (const other of others) {
    // The type that a caller claims doesn't matter.
    const refused = await upload(Uint8Array.from(other), { 'content-type': 'image/png' })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain(save)
  }
  expect((await upload(pngOf(2001, 1))).body.error).toContain('2001 × 1 pixels')
  expect((await upload(new Uint8Array(512 * 1024 + 1))).body.error).toContain('larger than 512 KB')
})

test('addresses that no logo has are not found', async () => {
  const { path } = (await upload(pngOf(16, 16))).body.data.logo
  for (const wrong of ['/logo/x.png', `/logo/${'0'.repeat(32)}.png`, path.replace('.png', '.jpg')])
    expect((await bytesAt(wrong)).status).toBe(404)
})
