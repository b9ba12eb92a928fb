import type { z } from 'zod'
import { upstream, upstreamTimeout, Refusal } from '../lib/errors'
import { withoutTrailingSlash } from '../lib/text'

export interface UpstreamRequest {
  /** The service's name in error messages. */
  who: string
  url: URL
  /** Sent as JSON with POST. Without a body, the request is a GET. */
  body?: unknown
  headers?: Record<string, string>
  signal: AbortSignal
}

export interface UpstreamAnswer {
  status: number
  body: unknown
}

/** The service asked us to slow down. */
export class UpstreamBusy extends Error {
  override name = 'UpstreamBusy'
  constructor(
    /** Its Retry-After header. */
    readonly retryAfter: string | null,
  ) {
    super('The server answered 429')
  }
}

/** Longer answers aren't read to the end. */
const largestAnswer = 16 * 1024 * 1024

/**
 * Asks a server for JSON. Other statuses are returned with their body for the adapter to judge; 429, no
 * answer, a timeout and anything but JSON are thrown.
 */
export async function askForJson(request: UpstreamRequest): Promise<UpstreamAnswer> {
  try {
    const response = await send(request)
    if (response.status === 429) throw new UpstreamBusy(response.headers.get('retry-after'))
    return { status: response.status, body: JSON.parse(await readText(response)) }
  } catch (error) {
    if (request.signal.aborted) throw upstreamTimeout(request.who, error)
    throw upstream(request.who, error)
  }
}

/** Redirects are errors, because our data may only go where the configuration says. */
function send({ url, body, headers, signal }: UpstreamRequest): Promise<Response> {
  const accept = { accept: 'application/json', ...headers }
  if (body === undefined) return fetch(url, { headers: accept, redirect: 'error', signal })
  const json = { ...accept, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body), redirect: 'error', signal })
}

export async function readText(response: Response, largest = largestAnswer): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largest) throw new Error('The answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The URL of a path below a base, which can have its own query, such as a key. */
export function below(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(base)
  url.pathname = `${withoutTrailingSlash(url.pathname)}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** A REST API that accepts our token. */
export interface RestService {
  /** The service's name in error messages. */
  who: string
  url: string
  token: string | undefined
  /** The variable to check if the token is rejected. */
  tokenVariable: string
  headers?: Record<string, string>
}

interface RestQuestion<T> {
  path: string
  query?: Record<string, string>
  answer: z.ZodType<T>
  signal: AbortSignal
}

/** Sends one request. Every failure becomes a refusal that names the service. */
export async function askRest<T>(service: RestService, question: RestQuestion<T>): Promise<T> {
  const { who, url, token, headers } = service
  const { status, body } = await askForJson({
    who,
    url: below(url, question.path, question.query),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: question.signal,
  })
  if (status === 401 || status === 403)
    throw new Refusal('upstream', `${who} rejected our request. Check ${service.tokenVariable}.`, undefined, {
      cause: new Error(`${who} answered ${status}`),
    })
  const read = question.answer.safeParse(body)
  if (status !== 200 || !read.success)
    throw upstream(who, new Error(`${who} answered ${status} in another form`))
  return read.data
}
