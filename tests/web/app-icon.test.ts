import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { drawIcon, type IconKind } from '../../src/web/app-icon/draw'
import { readPng, type Pixels } from '../../src/web/app-icon/png'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import { pngOf } from '../support/pictures'

const green = [31, 111, 84, 255]
const white = [255, 255, 255, 255]

const pixel = ({ width, data }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]
const draw = async (kind: IconKind, size: number, look: { name?: string; logo?: Uint8Array } = {}) =>
  readPng(await drawIcon({ logo: null, name: 'Truckroll', color: '#1f6f54', ...look }, kind, size))

/** How much of the picture has this color. */
const share = (picture: Pixels, color: number[]): number => {
  let count = 0
  for (let at = 0; at < picture.data.length; at += 4)
    if (color.every((channel, offset) => picture.data[at + offset] === channel)) count++
  return count / (picture.width * picture.height)
}

describe('an icon', () => {
  test('shows the first letter of the business on its color', async () => {
    const icon = await draw('maskable', 192)
    expect([icon.width, icon.height]).toEqual([192, 192])
    expect(pixel(icon, 0, 0)).toEqual(green)
    // The stem of the T is in the middle, and there is nothing beside it.
    expect(pixel(icon, 96, 96)).toEqual(white)
    expect(pixel(icon, 60, 110)).toEqual(green)
  })

  test('has round corners of its own where no launcher rounds them', async () => {
    expect(pixel(await draw('plain', 192), 0, 0)[3]).toBe(0)
    expect(pixel(await draw('touch', 180), 0, 0)).toEqual(green)
  })

  test('keeps to the middle where a launcher may cut it to a circle', async () => {
    const icon = await draw('maskable', 200)
    for (let at = 0; at < icon.data.length; at += 4) {
      const [x, y] = [(at / 4) % 200, Math.floor(at / 4 / 200)]
      if (Math.hypot(x - 99.5, y - 99.5) > 80) expect([...icon.data.subarray(at, at + 4)]).toEqual(green)
    }
  })

  test.each(['Élan', '5 Star Gutters', '  (acme)', '水道屋', '', '🚚'])('is drawn for %p', async (name) => {
    const letters = share(await draw('plain', 96, { name }), white)
    expect(letters).toBeGreaterThan(0.03)
    expect(letters).toBeLessThan(0.4)
  })

  test('shows the logo on white, or on the color if the logo is white itself', async () => {
    const icon = await draw('touch', 180, { logo: pngOf(400, 100, [200, 30, 30]) })
    expect(pixel(icon, 90, 90)).toEqual([200, 30, 30, 255])
    expect(pixel(icon, 90, 20)).toEqual(white)
    const pale = await draw('touch', 180, { logo: pngOf(400, 100, [255, 255, 255, 255]) })
    expect(pixel(pale, 90, 90)).toEqual(white)
    expect(pixel(pale, 90, 20)).toEqual(green)
  })

  test('has the letter if the logo can’t be read', async () => {
    const icon = await draw('touch', 180, { logo: new Uint8Array([1, 2, 3]) })
    expect(pixel(icon, 0, 0)).toEqual(green)
    expect(share(icon, white)).toBeGreaterThan(0.03)
  })
})

describe('the manifest', () => {
  let admin: Admin
  beforeAll(async () => {
    admin = await startAdmin()
  })
  afterAll(() => admin.close())

  const icons = async () => {
    const { body } = await admin.call('GET', '/work.webmanifest')
    return (body as unknown as { icons: { src: string }[] }).icons.map(({ src }) => src)
  }

  test('names icons that change with the look, and only those are drawn', async () => {
    const before = await icons()
    for (const path of before) expect((await admin.call('GET', path)).status).toBe(200)
    expectStatus(await admin.patch('/api/admin/settings/business', { values: { color: '#1446a0' } }), 200)
    const after = await icons()
    expect(after.filter((path) => before.includes(path))).toEqual([])
    for (const path of after) expect((await admin.call('GET', path)).status).toBe(200)
    for (const path of [...before, '/app-icon/plain-9999-x.png', '/app-icon/x'])
      expect((await admin.call('GET', path)).status).toBe(404)
  })
})
