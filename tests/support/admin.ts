import { expect } from 'bun:test'
import { startTestApp, type Answer, type TestApp } from './app'

export interface Admin extends TestApp {
  token: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  remove(path: string): Promise<Answer>
}

/** A service with an HQ user who never reaches a limit. */
export async function startAdmin(env: Record<string, string> = {}): Promise<Admin> {
  const app = await startTestApp(env)
  const token = await app.hqToken()
  let calls = 0
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    calls += 1
    // A new token each time, because a test may move the clock past its end.
    const token = await app.hqToken()
    const from = `198.18.${(calls >> 8) & 255}.${calls & 255}`
    return app.call(method, path, { token, from, headers, ...(body === undefined ? {} : { body }) })
  }
  return {
    ...app,
    token,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
    remove: (path) => send('DELETE', path),
  }
}

/** Fails with the whole answer in sight. */
export function expectStatus(answer: Answer, status: number): Answer {
  expect([answer.status, answer.text]).toEqual([status, answer.text])
  return answer
}

/** A field, a value at its limit, and one just past it. */
export type LimitCase = [field: string, within: unknown, beyond: unknown]

/** Checks that every field is accepted at its limit and refused by name one past it. */
export async function expectLimits(
  admin: Admin,
  path: string,
  bodyOf: (number: number) => Record<string, unknown>,
  cases: LimitCase[],
): Promise<void> {
  for (const [number, [field, within, beyond]] of cases.entries()) {
    const taken = await admin.post(path, { ...bodyOf(number), [field]: within })
    if (taken.status >= 300) throw new Error(`${field} was refused at its limit: ${taken.text}`)
    const refused = expectStatus(await admin.post(path, { ...bodyOf(number + 10_000), [field]: beyond }), 400)
    const named = (refused.body.details as string[]).map((fault) => fault.split(/[.:]/)[0])
    expect({ field, named }).toEqual({ field, named: expect.arrayContaining([field]) })
  }
}

/** Walks a list page by page while rows are added: existing rows are seen once, in order. */
export async function expectStablePages(
  admin: Admin,
  path: string,
  add: (number: number) => Promise<string>,
) {
  const added: string[] = []
  for (let number = 0; number < 7; number++) added.push(await add(number))
  const joint = path.includes('?') ? '&' : '?'
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = expectStatus(await admin.get(`${path}${joint}limit=3${at}`), 200).body.data
    expect(page.items.length).toBeLessThanOrEqual(3)
    seen.push(...page.items.map((item: { id: string }) => item.id))
    cursor = page.nextCursor
    if (cursor !== null) await add(100 + seen.length)
  } while (cursor !== null)
  expect(seen).toEqual(added.toReversed())
}

export const textOfLength = (length: number): string => 'x'.repeat(length)
export const emailOfLength = (length: number): string => {
  const local = 'e'.repeat(50)
  const host = `${'d'.repeat(49)}.`.repeat(4)
  return `${local}@${host.slice(-(length - local.length - 12)).replace(/^\./, 'd')}example.com`
}
