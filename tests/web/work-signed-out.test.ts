import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../src/web/client/api'
import { SignOuts } from '../../src/web/work/signed-out'

function phoneWith(tell: (token: string) => Promise<unknown>) {
  let value: string[] | null = null
  const drawer = {
    read: () => value,
    write: (tokens: string[]) => void (value = tokens),
    clear: () => void (value = null),
  }
  return { signOuts: new SignOuts(drawer, tell), kept: () => value }
}

describe('a sign-out', () => {
  test('is told to the office once, and nothing of it stays', async () => {
    const told: string[] = []
    const { signOuts, kept } = phoneWith(async (token) => told.push(token))
    signOuts.add('one')
    signOuts.add('one')
    await signOuts.send()
    await signOuts.send()
    expect(told).toEqual(['one'])
    expect(kept()).toBeNull()
  })

  test.each([
    ['without a connection', 0],
    ['while the office is busy', 503],
    ['after too many requests', 429],
  ])('waits %s', async (_, status) => {
    const { signOuts, kept } = phoneWith(() => Promise.reject(new ApiError('No', status)))
    signOuts.add('one')
    signOuts.add('two')
    await signOuts.send()
    expect(kept()).toEqual(['one', 'two'])
  })

  test('of a token that the office has ended itself is over', async () => {
    const { signOuts, kept } = phoneWith(() => Promise.reject(new ApiError('Sign in', 401)))
    signOuts.add('one')
    await signOuts.send()
    expect(kept()).toBeNull()
  })
})
