import type { z } from 'zod'
import { upstream, upstreamTimeout, Refusal } from '../lib/errors'
import { withoutTrailingSlash } from '../lib/text'

export interface UpstreamRequest {
  /** Who is asked, in the words of an error message. */
  who: string
  url: URL
  /** Sent as JSON with POST; without one it is a GET. */
  body?: unknown
  headers?: Record<string, string>
  signal: AbortSignal
}

export interface UpstreamAnswer {
  status: number
  body: unknown
}

/** Asked for too much at a time: it wants to be left alone for a while. */
export class UpstreamBusy extends Error {
  override name = 'UpstreamBusy'
  constructor(
    /** Its Retry-After header. */
    readonly retryAfter: string | null,
  ) {
    super('The server answered 429')
  }
}

/** However long an answer goes on, no more of it is read. */
const largestAnswer = 16 * 1024 * 1024

/**
 * Asks a server for JSON. Statuses that are not success come back with their body, for the adapter to
 * judge; 429, no answer, no answer in time, and anything but JSON are thrown as what they are.
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

/** A redirect is an answer nobody asked for: what we send goes where the configuration says, or nowhere. */
function send({ url, body, headers, signal }: UpstreamRequest): Promise<Response> {
  const accept = { accept: 'application/json', ...headers }
  if (body === undefined) return fetch(url, { headers: accept, redirect: 'error', signal })
  const json = { ...accept, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body), redirect: 'error', signal })
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largestAnswer) throw new Error('The answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The address of a path below a base that may carry a query of its own, such as a key. */
export function below(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(base)
  url.pathname = `${withoutTrailingSlash(url.pathname)}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** A REST interface that takes a token of ours. */
export interface RestService {
  /** In the words of an error message. */
  who: string
  url: string
  token: string | undefined
  /** Where an operator would look when the token is refused. */
  tokenVariable: string
  headers?: Record<string, string>
}

interface RestQuestion<T> {
  path: string
  query?: Record<string, string>
  answer: z.ZodType<T>
  signal: AbortSignal
}

/** One question. Whatever goes wrong ends as a refusal that names who failed. */
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
