import { afterAll, describe, expect, test } from 'bun:test'
import { endpointOf } from '../../src/http/endpoint'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

interface Hooks {
  detail?: { summary?: string; hide?: boolean }
  params?: unknown
  body?: unknown
}
const routes = service.app.routes.map(({ method, path, hooks }) => ({
  name: `${method} ${path}`,
  method,
  path,
  hooks: hooks as Hooks,
  doc: endpointOf(hooks.detail as object | undefined)?.doc,
}))
const namesOf = (list: typeof routes) => list.map(({ name }) => name).toSorted()

/** Routes for which the API document has no operation, and why. */
const outside: Record<string, string> = {
  'POST /mcp': 'the MCP server describes its tools to assistants, and checks their messages',
  'GET /mcp': 'as above',
  'DELETE /mcp': 'as above',
  'GET /robots.txt': 'for search engines',
  'GET /sitemap.xml': 'for search engines',
  'GET /metrics': 'for Prometheus, in its own format',
  'GET /admin/*': 'redirects a typed address to the console',
  'GET /admin/design': 'for people who build pages, and not in production',
  'GET /work.webmanifest': 'part of a page',
  'GET /work-offline.js': 'part of a page',
  'GET /assets/:name': 'part of a page',
  'GET /brand/:name': 'part of a page',
  'GET /logo/:name': 'part of a page',
  'GET /app-icon/:name': 'part of a page',
  'GET /swagger': 'shows the document',
  'GET /swagger/json': 'the document itself',
  'GET /swagger/start.js': 'part of a page',
  'GET /swagger/swagger-ui-bundle.js': 'part of a page',
  'GET /swagger/swagger-ui.css': 'part of a page',
}

describe('every route', () => {
  test('says what it is for', () => {
    expect(routes.length).toBeGreaterThan(250)
    expect(namesOf(routes.filter(({ hooks }) => !hooks.detail?.summary))).toEqual([])
  })

  test("has an operation in the API document, or a reason why it isn't part of the API", () => {
    expect(namesOf(routes.filter(({ doc }) => !doc))).toEqual(Object.keys(outside).toSorted())
    for (const { hooks } of routes.filter(({ doc }) => !doc)) expect(hooks.detail?.hide).toBe(true)
  })

  test('has a schema for the parts of its path that vary', () => {
    expect(namesOf(routes.filter(({ path, hooks }) => /[:*]/.test(path) && !hooks.params))).toEqual([])
  })

  test('that takes a body has a schema for it; all others act on what their path names', () => {
    const bodiless = routes.filter(
      ({ method, hooks, doc }) => /^(?:POST|PUT|PATCH)$/.test(method) && !hooks.body && !doc?.takes,
    )
    const unnamed = bodiless.filter(({ path, doc }) => doc && !path.includes('/:'))
    // They act on the caller's own account, session or calendar.
    expect(namesOf(unnamed)).toEqual([
      'POST /api/account/card',
      'POST /api/sign-in/sso',
      'POST /api/work/calendar',
      'POST /api/work/sign-out',
    ])
  })
})
