import { describe, expect, test } from 'bun:test'
import { Turns } from '../../../src/modules/scheduling/availability/turns'
import { Busy } from '../../../src/lib/errors'
import { failureOf } from '../../support/failure'
import { startCompany } from './company'

/** Turns whose work and rests end when the test says so. */
function startTurns() {
  const rests: PromiseWithResolvers<void>[] = []
  const turns = new Turns(() => {
    const rest = Promise.withResolvers<void>()
    rests.push(rest)
    return rest.promise
  })
  const begun: string[] = []
  const ask = (franchise: string, question: string) => {
    const work = Promise.withResolvers<string>()
    const answer = turns.take(franchise, question, () => {
      begun.push(`${franchise} ${question}`)
      return work.promise
    })
    return {
      answer,
      finish: (words: string) => work.resolve(words),
      fail: () => work.reject(new Error('no')),
    }
  }
  const rested = async () => {
    while (rests.length === 0) await Promise.resolve()
    rests.shift()!.resolve()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return { begun, ask, rested }
}

describe('questions about arrival windows', () => {
  test('are handled one after another, with a rest in between', async () => {
    const { begun, ask, rested } = startTurns()
    const first = ask('east', 'a')
    ask('west', 'b')
    expect(begun).toEqual(['east a'])
    first.finish('one')
    expect(await first.answer).toBe('one')
    expect(begun).toEqual(['east a'])
    await rested()
    expect(begun).toEqual(['east a', 'west b'])
  })

  test('asked twice before their turn are answered once, and asked later once more', async () => {
    const { begun, ask, rested } = startTurns()
    const first = ask('east', 'a')
    const second = ask('east', 'a')
    const third = ask('east', 'a')
    first.finish('old')
    await first.answer
    await rested()
    expect(begun).toEqual(['east a', 'east a'])
    second.finish('new')
    expect([await second.answer, await third.answer]).toEqual(['new', 'new'])
  })

  test('continue after one that failed', async () => {
    const { begun, ask, rested } = startTurns()
    const first = ask('east', 'a')
    const second = ask('east', 'b')
    first.fail()
    expect((await failureOf(first.answer)).message).toBe('no')
    await rested()
    second.finish('fine')
    expect([await second.answer, begun.length]).toEqual(['fine', 2])
  })

  test('beyond a limit are refused with the time to come back', () => {
    const { ask } = startTurns()
    for (let at = 0; at < 25; at += 1) ask('east', `${at}`)
    expect(() => ask('east', 'one more')).toThrow(Busy)
  })
})

test('the endpoint answers 503 with Retry-After while too many wait', async () => {
  const company = await startCompany()
  const turns = company.deps.state.of(Turns)
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 25 }, (_, at) => turns.take('elsewhere', `${at}`, () => promise))
  const path = '/api/availability?lat=39.74&lng=-104.98&service=Gutter+cleaning'
  const answer = await company.call('GET', path)
  expect([answer.status, answer.body.ok]).toEqual([503, false])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  resolve()
  await Promise.all(waiting)
  expect((await company.call('GET', path)).status).toBe(200)
  await company.close()
})
