import { expect, test } from 'bun:test'
import { join } from 'node:path'

test('photos from several phones at once take little memory', async () => {
  const bench = join(import.meta.dir, '../../bench/files/run.ts')
  const running = Bun.spawn([process.execPath, bench, '--photos', '24', '--clients', '6'], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const table = await new Response(running.stdout).text()
  // It ends with an error if the answers were slow, which a busy machine may cause.
  await running.exited
  const [photos, clients, ...figures] = table
    .trim()
    .split('\n')
    .at(-1)!
    .split('|')
    .flatMap((cell) => (cell.trim() === '' ? [] : [Number(cell)]))
  expect([photos, clients]).toEqual([24, 6])
  expect(figures.at(-1)).toBeLessThan(200)
})
