import { expect, test } from 'bun:test'
import { isPublicServer, SpacedTurns } from '../../../src/providers/geocoder/turns'

test('public servers are known by their names', () => {
  expect(isPublicServer('https://nominatim.openstreetmap.org')).toBe(true)
  expect(isPublicServer('https://photon.komoot.io/')).toBe(true)
  expect(isPublicServer('http://localhost:8080')).toBe(false)
  expect(isPublicServer('https://notopenstreetmap.org.example.com')).toBe(false)
})

test('questions pass one a second, the queue is bounded, and time makes room again', async () => {
  let now = 50_000
  const waited: number[] = []
  const timers = {
    now: () => now,
    wait: async (ms: number) => {
      waited.push(ms)
    },
  }
  const turns = new SpacedTurns(1_000, 2, timers)
  await Promise.all([turns.take(), turns.take(), turns.take()])
  expect(waited).toEqual([1_000, 2_000])
  expect(turns.take()).rejects.toThrow('The geocoder did not answer as expected')
  now += 1_000
  await turns.take()
  expect(waited).toEqual([1_000, 2_000, 2_000])
})
