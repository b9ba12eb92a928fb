import type { ApiRoutes } from '../../api'
import type { Failure, Success } from '../../http/endpoint'
import type { Language } from '../../words/language'
import { ApiError } from '../api-error'
import { waitFor } from './idle'
export { ApiError, messageOf } from '../api-error'

export interface ApiOptions {
  /** The service's address. Our own pages leave it out. */
  origin?: string
  /** Returns the token to send; called for each request. */
  token?: () => string | null
  /** Awaited before each request, so a token can be renewed before it expires. */
  keepFresh?: () => Promise<void>
  /** Called with a token that no longer works. If there is a new one, the request is sent again. */
  onUnauthorised?: (refused: string | null) => unknown
  /** The time limit for an answer, for pages used where the signal is weak. */
  patienceMs?: number
  /** The language of the messages that these requests cause. */
  language?: Language
  /** Error messages in another language. */
  words?: ApiWords
}

/** Messages for errors that the service doesn't word itself. */
export interface ApiWords {
  unreachable: string
  tooManyRequests: (seconds: number) => string
  unexpected: string
}

const english: ApiWords = {
  unreachable: "We couldn't connect. Check your internet connection and try again.",
  tooManyRequests: (seconds) => `Too many requests. Try again in ${seconds} seconds.`,
  unexpected: 'Something went wrong on our side. Try again in a minute.',
}

export type Api = Place<ApiRoutes['api']>

/** A path of the service: `api.admin.jobs(id).notes.post({ text })` posts to /api/admin/jobs/:id/notes. */
type Place<R> = {
  readonly [Part in Exclude<keyof R, Id<R>>]: Part extends Method ? Call<R[Part]>[Part] : Place<R[Part]>
} & (R extends { get: infer Route } ? Readable<Queried<Route>> : unknown) &
  ([Id<R>] extends [never] ? unknown : (id: string) => Place<R[Id<R>]>)

type Id<R> = Extract<keyof R, `:${string}`>
type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'

interface Call<Route> {
  get(options?: GetOptions<Queried<Route>>): Promise<Answer<Route>>
  /** A file is sent as it is. */
  post(body?: Sent<BodyOf<Route>> | Blob, options?: PostOptions<Queried<Route>>): Promise<Answer<Route>>
  patch(body: Sent<BodyOf<Route>>): Promise<Answer<Route>>
  /** A file is sent as it is. */
  put(body: Sent<BodyOf<Route>> | Blob, options?: GetOptions<Queried<Route>>): Promise<Answer<Route>>
  delete(): Promise<Answer<Route>>
}

export interface Readable<Query> {
  readonly $path: string
  /** A file that needs the token, such as a PDF or a CSV. */
  file(query?: Query, signal?: AbortSignal): Promise<Blob>
}

/** A list by cursor, such as `api.admin.jobs`. */
export interface Listed<Item, Query = unknown> extends Readable<Query> {
  get(options?: GetOptions<{ limit?: Scalar; cursor?: Scalar }>): Promise<Page<Item>>
}

/** A filter the list doesn't know would be ignored silently, so it doesn't compile. */
export type Known<Given, Query> = Given & { [Name in Exclude<keyof Given, keyof Query>]: never }

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
  /** On the first page, if only this many of the newest were sorted. */
  sortedNewest?: number | undefined
}

interface GetOptions<Query> {
  query?: Query
  signal?: AbortSignal
}

interface PostOptions<Query> {
  query?: Query
  /** Idempotency key: a request sent twice runs once. Generated when left out; null sends none. */
  key?: string | null
  signal?: AbortSignal
}

type Answer<Route> = Route extends { response: infer R } ? Data<R[Extract<keyof R, 200 | 201>]> : never
/** The data without its envelope, no matter which layer adds the envelope. */
type Data<R> = R extends { ok: true; data: infer D } ? D : Exclude<R, Response>

// A route's type describes parsed values, not what a request may contain: a field with a default looks
// required, and a date looks like a number. So the compiler checks field names and enum values only, and
// the service checks the rest.
type Queried<Route> = Route extends { query: infer Q } ? { [Name in keyof Q]?: Scalar } : never
type Scalar = string | number | boolean | null | undefined
type BodyOf<Route> = Route extends { body: infer Body } ? Body : never
type Sent<T> = T extends number
  ? number | string | null
  : T extends readonly (infer Item)[]
    ? Sent<Item>[]
    : T extends object
      ? { [Name in keyof T]?: Sent<T[Name]> }
      : T | null

export function createApi({
  origin = '',
  token = () => null,
  keepFresh,
  onUnauthorised,
  patienceMs,
  words = english,
  language,
}: ApiOptions = {}): Api {
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<Response> => {
    const attempt = (sent: string | null) =>
      reach(method, origin + path, sent, { ...options, patienceMs, words, language })
    if (keepFresh) await keepFresh()
    const sent = token()
    const first = await attempt(sent)
    const isWorthAnother = first.status === 401 && (await onUnauthorised?.(sent)) === true
    const response = isWorthAnother ? await attempt(token()) : first
    if (response.ok) return response
    throw await errorOf(response, words)
  }
  const read = async (response: Promise<Response>) =>
    ((await (await response).json()) as Success<unknown>).data
  const data = (response: Promise<Response>) => waitFor(read(response))
  const calls: Record<string, (path: string) => unknown> = {
    $path: (path) => path,
    get:
      (path) =>
      ({ query, signal }: GetOptions<Query> = {}) =>
        data(send('GET', path + queryText(query), { signal })),
    post:
      (path) =>
      (body?: unknown, { key = crypto.randomUUID(), signal, query }: PostOptions<Query> = {}) =>
        data(send('POST', path + queryText(query), { body, key, signal })),
    patch: (path) => (body: unknown) => data(send('PATCH', path, { body })),
    put:
      (path) =>
      (body: unknown, { query, signal }: GetOptions<Query> = {}) =>
        data(send('PUT', path + queryText(query), { body, signal })),
    delete: (path) => () => data(send('DELETE', path)),
    file: (path) => (query?: Query, signal?: AbortSignal) =>
      waitFor(send('GET', path + queryText(query), { signal }).then((response) => response.blob())),
  }
  const place = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => calls[String(name)]?.(path) ?? place(`${path}/${String(name)}`),
      apply: (_, __, [id]) => place(`${path}/${encodeURIComponent(String(id))}`),
    })
  return place('/api') as Api
}

type Query = Record<string, Scalar>

interface SendOptions {
  body?: unknown
  key?: string | null
  signal?: AbortSignal | undefined
  patienceMs?: number | undefined
  words?: ApiWords
  language?: Language | undefined
}

async function reach(
  method: string,
  path: string,
  token: string | null,
  options: SendOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.language) headers['accept-language'] = options.language
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (options.key) headers['idempotency-key'] = options.key
  const { body } = options
  const isFile = body instanceof Blob
  if (body !== undefined) headers['content-type'] = isFile ? body.type || 'text/csv' : 'application/json'
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...endOf(options),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError((options.words ?? english).unreachable, 0)
  }
}

/** Stops the request when the caller cancels it or the time limit is reached. */
function endOf({ signal, patienceMs }: SendOptions): { signal?: AbortSignal } {
  const limit = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs)
  if (signal && limit) return { signal: AbortSignal.any([signal, limit]) }
  const only = signal ?? limit
  return only ? { signal: only } : {}
}

async function errorOf(response: Response, words: ApiWords): Promise<ApiError> {
  const failure = (await response.json().catch(() => null)) as Failure | null
  const wait = Number(response.headers.get('retry-after')) || null
  if (response.status === 429) return new ApiError(words.tooManyRequests(wait ?? 60), 429, [], wait)
  // A proxy in between has its own ideas of an error.
  const isOurs = typeof failure?.error === 'string'
  if (!isOurs) return new ApiError(words.unexpected, response.status, [], wait)
  return new ApiError(failure.error, response.status, failure.details, wait)
}

function queryText(query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
