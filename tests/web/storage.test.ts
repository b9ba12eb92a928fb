import { describe, expect, test } from 'bun:test'
import { drawer } from '../../src/web/client/storage'

const full = () => {
  throw new DOMException('There is no room left', 'QuotaExceededError')
}
const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

describe("a page's stored value", () => {
  test('is there for the next page', () => {
    const values = new Map<string, string>()
    const place = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    }
    drawer(() => place, 'steps').write(['one'])
    expect(drawer<string[]>(() => place, 'steps').read()).toEqual(['one'])
    drawer(() => place, 'steps').clear()
    expect(drawer<string[]>(() => place, 'steps').read()).toBeNull()
  })

  test('lasts while the page is open when storage is full or turned off', () => {
    const switchedOff = drawer<string[]>(full, 'switched-off')
    switchedOff.write(['one'])
    expect(switchedOff.read()).toEqual(['one'])
    switchedOff.clear()
    expect(switchedOff.read()).toBeNull()

    const crowded = drawer<string[]>(() => ({ ...nothing, getItem: () => '["old"]', setItem: full }), 'full')
    crowded.write(['old', 'new'])
    expect(crowded.read()).toEqual(['old', 'new'])
  })

  test('is ignored when something else was written there', () => {
    expect(drawer(() => ({ ...nothing, getItem: () => '{broken' }), 'foreign').read()).toBeNull()
  })
})
