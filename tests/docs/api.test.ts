import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describedRoutes } from '../../src/http/swagger'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const served = describedRoutes(service.app).filter(({ path }) => path.startsWith('/api/'))
const text = readFileSync(join(import.meta.dir, '../../docs/api.md'), 'utf8')

/** `/api/cron/{a,b}` means two paths, `/api/admin/*` everything below, and `{id}` a parameter. */
const shown = [...text.matchAll(/`(?:[A-Z]+ )?(\/api\/[^`]+)`/g)].flatMap(([, path = '']) => {
  const [, before = path, list, after = ''] = /^(.*)\{([^}]*,[^}]*)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').map((one) => before + one + after)
})
const covers = (path: string, route: string) =>
  path.endsWith('/*') ? route.startsWith(path.slice(0, -1)) : path === route

test('the guide to the API names every path, and none that is gone', () => {
  const paths = [...new Set(served.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')))]
  expect(paths.filter((route) => !shown.some((path) => covers(path, route)))).toEqual([])
  expect(shown.filter((path) => !paths.some((route) => covers(path, route)))).toEqual([])
})
