import type { Failure, Success } from '../../http/endpoint'
import { ApiError } from '../api-error'
export { ApiError, messageOf } from '../api-error'

export interface ApiOptions {
  /** The token to send, asked for at each request. */
  token?: () => string | null
  /** Called before the error of a 401 is thrown: the token is of no use any more. */
  onUnauthorised?: () => void
  /** How long to wait for an answer, for pages that people use where the network is hardly there. */
  patienceMs?: number
}

export type Query = Record<string, string | number | boolean | null | undefined>

export interface PostOptions {
  /** Names the deed, so that sending it twice does it once. Made up when left out; null sends none. */
  key?: string | null
  signal?: AbortSignal
}

export interface Api {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>
  post<T>(path: string, body?: unknown, options?: PostOptions): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
  /** A file that needs the token, such as a PDF or a CSV. */
  file(path: string, query?: Query): Promise<Blob>
}

export function createApi({ token = () => null, onUnauthorised, patienceMs }: ApiOptions = {}): Api {
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<Response> => {
    const response = await reach(method, path, token(), { ...options, patienceMs })
    if (response.ok) return response
    if (response.status === 401) onUnauthorised?.()
    throw await errorOf(response)
  }
  const data = async <T>(response: Promise<Response>): Promise<T> =>
    ((await (await response).json()) as Success<T>).data
  return {
    get: (path, query, signal) => data(send('GET', path + queryText(query), { signal })),
    post: (path, body, { key = crypto.randomUUID(), signal } = {}) =>
      data(send('POST', path, { body, key, signal })),
    patch: (path, body) => data(send('PATCH', path, { body })),
    put: (path, body) => data(send('PUT', path, { body })),
    delete: (path) => data(send('DELETE', path)),
    file: async (path, query) => (await send('GET', path + queryText(query))).blob(),
  }
}

interface SendOptions {
  body?: unknown
  key?: string | null
  signal?: AbortSignal | undefined
  patienceMs?: number | undefined
}

async function reach(
  method: string,
  path: string,
  token: string | null,
  options: SendOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (options.key) headers['idempotency-key'] = options.key
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...endOf(options),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError('No connection. Check the network and try again.', 0)
  }
}

/** Ends with whoever asked, or with our patience. */
function endOf({ signal, patienceMs }: SendOptions): { signal?: AbortSignal } {
  const limit = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs)
  if (signal && limit) return { signal: AbortSignal.any([signal, limit]) }
  const only = signal ?? limit
  return only ? { signal: only } : {}
}

async function errorOf(response: Response): Promise<ApiError> {
  const failure = (await response.json().catch(() => null)) as Failure | null
  const wait = Number(response.headers.get('retry-after')) || null
  if (response.status === 429)
    return new ApiError(`That was a little fast. Try again in ${wait ?? 60} seconds.`, 429, [], wait)
  const message = failure?.error ?? 'The service did not answer as expected. Try again in a moment.'
  return new ApiError(message, response.status, failure?.details, wait)
}

function queryText(query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
