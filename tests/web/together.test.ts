import { expect, test } from 'bun:test'
import { together, waitFor } from '../../src/web/client/idle'

/** Which of the named promises are settled once every microtask has run. */
async function settledOf(promises: Record<string, Promise<unknown>>): Promise<string[]> {
  const done: string[] = []
  for (const [name, promise] of Object.entries(promises)) void promise.then(() => done.push(name))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  return done
}

test('an answer waits for the others that are on their way, and all are shown at once', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const shown = {
    first: waitFor(first.promise).then(together),
    second: waitFor(second.promise).then(together),
  }
  first.resolve('')
  expect(await settledOf(shown)).toEqual([])
  second.resolve('')
  expect(await settledOf(shown)).toEqual(['first', 'second'])
})

test('an answer that nothing else waits for is shown right away', async () => {
  const only = Promise.withResolvers<string>()
  const shown = { only: waitFor(only.promise).then(together) }
  only.resolve('')
  expect(await settledOf(shown)).toEqual(['only'])
})

test('a failed answer holds nothing back', async () => {
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const shown = { good: waitFor(good.promise).then(together) }
  const failed = waitFor(bad.promise).catch(() => {})
  good.resolve('')
  expect(await settledOf(shown)).toEqual([])
  bad.reject(new Error('refused'))
  await failed
  expect(await settledOf(shown)).toEqual(['good'])
})

test('a slow answer holds the others back only for a moment', async () => {
  const slow = Promise.withResolvers<string>()
  const waiting = waitFor(slow.promise)
  const winner = await Promise.race([together().then(() => 'shown'), waiting])
  slow.resolve('slow')
  expect([winner, await waiting]).toEqual(['shown', 'slow'])
})
