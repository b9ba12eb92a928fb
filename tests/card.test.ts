import { expect, test } from 'bun:test'
import { dependencies } from '../package.json'
import { readSources } from './support/imports'

/** The packages this product was asked to be built on. */
const card = [
  'elysia',
  '@elysiajs/swagger',
  '@elysiajs/jwt',
  '@elysiajs/cron',
  'drizzle-orm',
  'stripe',
  'resend',
  'twilio',
  'zod',
]

const sources = new Map(readSources('src', 'db').map((source) => [source.path, source]))

/** Everything the service loads at its start or later. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set([entry])
  for (const path of reached)
    for (const { to, typeOnly } of sources.get(path)?.imports ?? []) if (!typeOnly) reached.add(to)
  return reached
}

const reached = [...reachedFrom('src/index.ts')]

test.each(card)('%s is installed in production and used by the service', (name) => {
  expect(Object.keys(dependencies)).toContain(name)
  expect(reached.some((path) => path === name || path.startsWith(`${name}/`))).toBe(true)
})

test('tools that only build and test are not among what the service loads', () => {
  expect(reached).toContain('src/app.ts')
  expect(reached).not.toContain('drizzle-kit')
})
