import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from './stripe-stub/asked'
import { Books } from './stripe-stub/books'
import { connectRoutes } from './stripe-stub/connect-routes'
import { ApiFailure, invalidRequest } from './stripe-stub/failure'
import { patternOf, readForm } from './stripe-stub/form'
import { routes } from './stripe-stub/routes'

/** The failures of the next calls, one entry per call; `before` and `after` refer to the work. */
export type Trouble =
  | 'none'
  | 'hang-before'
  | 'hang-after'
  | 'drop-before'
  | 'drop-after'
  | 'answer-twice'
  | ApiFailure
  | { status: number; text: string; headers?: Record<string, string> }

export interface StubCall {
  method: string
  path: string
  params: Record<string, string>
  key: string | null
  /** The connected account it was made for. */
  account: string | null
}

interface Answer {
  status: number
  text: string
  headers?: Record<string, string>
}

export interface StripeStub {
  url: string
  secretKey: string
  books: Books
  calls: StubCall[]
  trouble(...next: Trouble[]): void
  close(): void
}

const secretKey = 'sk_test_stub_0123456789abcdef'
const apiVersion = '2026-10-28.endive'
const allRoutes = [...routes, ...connectRoutes]

/**
 * Simulates the processor over a real socket: it accepts only well-formed calls, remembers keys, and can fail
 * in every way a network can. It uses `node:http`, which lets a connection be cut or answered twice.
 */
export async function startStripeStub(now: () => number = () => 1_772_463_600): Promise<StripeStub> {
  const books = new Books(now)
  const calls: StubCall[] = []
  const troubles: Trouble[] = []
  const remembered = new Map<string, { request: string; answer: Answer }>()

  const work = (request: IncomingMessage, body: string): Answer => {
    const key = header(request, 'idempotency-key')
    const asked = `${request.method} ${request.url} ${body}`
    const known = key === null ? undefined : remembered.get(key)
    if (known) return known.request === asked ? known.answer : reusedKey
    const answer = answerTo(request, body, books)
    if (key !== null) remembered.set(key, { request: asked, answer })
    return answer
  }

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      calls.push(describeCall(request, body))
      const trouble = troubles.shift() ?? 'none'
      if (trouble === 'hang-before') return
      if (trouble === 'drop-before') return void request.socket.destroy()
      if (trouble instanceof ApiFailure) return send(response, failed(trouble))
      if (typeof trouble === 'object') return send(response, trouble)
      const answer = work(request, body)
      if (trouble === 'hang-after') return
      if (trouble === 'drop-after') return void request.socket.destroy()
      if (trouble === 'answer-twice') return void request.socket.write(wire(answer).repeat(2))
      send(response, answer)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    books,
    calls,
    trouble: (...next) => void troubles.push(...next),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const pathOf = (request: IncomingMessage): string => new URL(request.url ?? '/', 'http://stub').pathname

const formOf = (request: IncomingMessage, body: string) =>
  readForm(request.method === 'POST' ? body : new URL(request.url ?? '/', 'http://stub').search)

const header = (request: IncomingMessage, name: string): string | null =>
  request.headers[name]?.toString() ?? null

function describeCall(request: IncomingMessage, body: string): StubCall {
  return {
    method: request.method ?? '',
    path: pathOf(request),
    params: formOf(request, body)?.flat ?? {},
    key: header(request, 'idempotency-key'),
    account: header(request, 'stripe-account'),
  }
}

function answerTo(request: IncomingMessage, body: string, books: Books): Answer {
  const pathname = pathOf(request)
  const form = formOf(request, body)
  try {
    assertHeaders(request, header(request, 'idempotency-key'))
    if (!form) throw invalidRequest('The parameters are not well formed')
    const route = allRoutes.find(({ method, path }) => method === request.method && path.test(pathname))
    if (!route)
      throw invalidRequest(`Unrecognized request URL (${request.method}: ${pathname})`, undefined, 404)
    assertParams(route, form.flat)
    const ids = route.path.exec(pathname)?.slice(1) ?? []
    const answer = route.answer({ books, ids, params: form.tree, flat: form.flat })
    return { status: 200, text: JSON.stringify(answer) }
  } catch (error) {
    if (error instanceof ApiFailure) return failed(error)
    throw error
  }
}

function assertHeaders({ headers, method }: IncomingMessage, key: string | null): void {
  if (headers.authorization !== `Bearer ${secretKey}`) throw invalidRequest('Invalid API Key', undefined, 401)
  if (headers['stripe-version'] !== apiVersion) throw invalidRequest('Invalid API version')
  if (method !== 'POST') return
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw invalidRequest('Invalid content type')
  if (key === null || key === '' || key.length > 255) throw invalidRequest('A write needs an idempotency key')
}

function assertParams(route: Route, flat: Record<string, string>): void {
  const takes = typeof route.takes === 'function' ? route.takes(flat) : route.takes
  const given = new Set(Object.keys(flat).map(patternOf))
  const known = new Set(takes.map((name) => name.replace('!', '')))
  const unknown = [...given].find((name) => !known.has(name))
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown')
  const missing = takes.find((name) => name.endsWith('!') && !given.has(name.slice(0, -1)))
  if (missing !== undefined) throw invalidRequest(`Missing required param: ${missing}`, 'parameter_missing')
}

const failed = ({ status, body }: ApiFailure): Answer => ({ status, text: JSON.stringify({ error: body }) })

const reusedKey = failed(
  new ApiFailure(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters',
  }),
)

function send(response: ServerResponse, { status, text, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}

const wire = ({ status, text }: Answer): string =>
  `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
