import { expect, test } from 'bun:test'
import { SpacedTurns, TooManyWaiting, turnsFor } from '../../../src/providers/geocoder/remote'

function heldTimers() {
  const waited: number[] = []
  const timers = {
    at: 50_000,
    now: () => timers.at,
    wait: async (ms: number) => {
      waited.push(ms)
    },
  }
  return { timers, waited }
}

test.each(['https://nominatim.openstreetmap.org', 'https://photon.komoot.io/'])(
  '%s, a public server, is asked once a second with at most six waiting',
  async (url) => {
    const { timers, waited } = heldTimers()
    const turns = turnsFor(url, timers)
    for (let question = 0; question < 6; question += 1) await turns.take()
    expect(waited).toEqual([1_000, 2_000, 3_000, 4_000, 5_000])
    expect(turns.take()).rejects.toThrow(TooManyWaiting)
  },
)

test.each(['http://localhost:8080', 'https://notopenstreetmap.org', 'https://komoot.io.example.com'])(
  '%s, our own server, is asked at once',
  async (url) => {
    const { timers, waited } = heldTimers()
    const turns = turnsFor(url, timers)
    for (let question = 0; question < 20; question += 1) await turns.take()
    expect(waited).toEqual([])
  },
)

test('waiting makes room in a full queue', async () => {
  const { timers, waited } = heldTimers()
  const turns = new SpacedTurns(1_000, 2, timers)
  await Promise.all([turns.take(), turns.take(), turns.take()])
  expect(turns.take()).rejects.toThrow(TooManyWaiting)
  timers.at += 1_000
  await turns.take()
  expect(waited).toEqual([1_000, 2_000, 2_000])
})
