import { expect, test } from 'bun:test'
import { offerWindows } from '../../../../src/modules/scheduling/engine/offer'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { hour, makeJob, makeWorker, makeWorld, monday, randomWorld, workDay } from './random-world'

const at = (hours: number) => monday + hours * hour
const here = { lat: 40, lng: -75 }
const slots = [8, 10, 12, 14, 16, 18].map((from) => ({ from: at(from), until: at(from + 2) }))
const hoursOf = (offers: { window: { from: number } }[]) =>
  offers.map(({ window }) => (window.from - monday) / hour)

test('windows are offered within the shift, with room for the whole visit', () => {
  const world = makeWorld([makeWorker('ann')], [])
  const offers = offerWindows(world, makeJob('new', { place: here, durationMinutes: 120 }), slots)
  expect(hoursOf(offers)).toEqual([8, 10, 12, 14])
  expect(offers[0]).toMatchObject({ workers: 1, window: slots[0] })
})

test('committed visits remove windows, and another worker brings them back', () => {
  const visits = [{ start: at(8), end: at(14), busyUntil: at(14), place: here }]
  const busy = makeWorker('busy', { visits })
  const job = makeJob('new', { place: here })
  expect(hoursOf(offerWindows(makeWorld([busy], []), job, slots))).toEqual([12, 14, 16])
  const both = offerWindows(makeWorld([busy, makeWorker('free')], []), job, slots)
  expect(both.map(({ workers }) => workers)).toEqual([1, 1, 2, 2, 2])
})

test("time needed by waiting jobs isn't offered", () => {
  const waiting = makeJob('waiting', {
    place: here,
    durationMinutes: 360,
    windows: [{ from: at(8), until: at(8) }],
  })
  const world = makeWorld([makeWorker('ann')], [waiting])
  expect(hoursOf(offerWindows(world, makeJob('new', { place: here }), slots))).toEqual([12, 14, 16])
  const elsewhere = makeWorld([makeWorker('ann')], [{ ...waiting, franchiseId: 'west' }])
  expect(hoursOf(offerWindows(elsewhere, makeJob('new', { place: here }), slots))).toEqual([
    8, 10, 12, 14, 16,
  ])
})

test('nothing is offered where no worker may go', () => {
  const world = makeWorld([makeWorker('ann'), makeWorker('off', { active: false, skills: ['roof'] })], [])
  const cases = [{ inServiceArea: false }, { skills: ['roof'] }, { place: null }, { durationMinutes: null }]
  for (const over of cases) expect(offerWindows(world, makeJob('new', over), slots)).toEqual([])
  expect(offerWindows(makeWorld([], []), makeJob('new'), slots)).toEqual([])
})

test('a booked offer can be kept along with the waiting jobs', () => {
  let kept = 0
  let offered = 0
  for (let seed = 0; seed < 25; seed += 1) {
    const world = randomWorld(seed, { jobs: 12, workers: 4, days: 2 })
    const job = makeJob('new', { franchiseId: 'east', place: { lat: 40.1, lng: -74.9 } })
    const before = plan(world).placements.length
    for (const { window } of offerWindows(world, job, slots)) {
      const after = plan({ ...world, jobs: [...world.jobs, { ...job, windows: [window] }] })
      offered += 1
      if (after.placements.length > before && after.placements.some(({ jobId }) => jobId === 'new')) kept += 1
    }
  }
  expect(offered).toBeGreaterThan(20)
  expect(kept / offered).toBeGreaterThan(0.95)
})

test('the second day is offered like the first', () => {
  const worker = makeWorker('ann', { days: [workDay(0), workDay(1, [8, 10])] })
  const tomorrow = slots.map(({ from, until }) => ({ from: from + 24 * hour, until: until + 24 * hour }))
  const offers = offerWindows(makeWorld([worker], []), makeJob('new', { place: here }), [
    ...slots,
    ...tomorrow,
  ])
  expect(hoursOf(offers)).toEqual([32])
})
