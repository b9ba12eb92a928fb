import { describe, expect, test } from 'bun:test'
import { bar, withProgress, type Screen } from '../../src/cli/terminal'

function terminal(isTTY: boolean): Screen & { written: string[] } {
  const written: string[] = []
  return { isTTY, columns: 80, written, write: (text) => written.push(text) }
}

describe('a progress bar', () => {
  test('appears on a terminal once the work takes a while, and disappears at the end', async () => {
    const screen = terminal(true)
    const drawn = Promise.withResolvers<void>()
    const write = screen.write.bind(screen)
    screen.write = (text) => {
      write(text)
      drawn.resolve()
    }
    const answer = await withProgress({ label: 'Backup', done: () => 0.5, screen, delayMs: 0 }, async () => {
      await drawn.promise
      return 'done'
    })
    expect(answer).toBe('done')
    expect(screen.written[0]).toMatch(/^\rBackup {2}\[█+░+\] {2}50% {2}\d+ s$/)
    expect(screen.written.at(-1)).toBe('\r\u001B[K')
  })

  test('stays hidden for quick work and without a terminal, and lets failures through', async () => {
    const quick = terminal(true)
    await withProgress({ label: 'Backup', done: () => 1, screen: quick }, async () => {})
    expect(quick.written).toEqual([])
    const piped = terminal(false)
    const failing = withProgress({ label: 'x', done: () => 1, screen: piped, delayMs: 0 }, async () => {
      throw new Error('no')
    })
    expect(failing).rejects.toThrow('no')
    expect(piped.written).toEqual([])
  })

  test('fits its terminal, stays within bounds, and moves back and forth while the total is unknown', () => {
    expect(bar('Backup', 0, 0, 80)).toBe(`Backup  [${'░'.repeat(40)}]  0%  0 s`)
    expect(bar('Backup', 1.2, 61_000, 80)).toBe(`Backup  [${'█'.repeat(40)}]  100%  61 s`)
    for (const width of [20, 40, 60, 80, 200])
      for (const done of [0, 0.333, 1, null])
        expect(bar('Backup', done, 12_345, width).length).toBeLessThanOrEqual(Math.max(width, 35))
    expect(bar('Backup', null, 0, 80)).not.toBe(bar('Backup', null, 600, 80))
  })
})
