import type { RequestClient } from 'twilio'
import { DeliveryFailure } from '../delivery/failure'

interface TwilioRequest {
  method: string
  uri: string
  username?: string
  password?: string
  headers?: Record<string, string>
  data?: Record<string, string | undefined>
}

export interface TwilioAnswer {
  statusCode: number
  body: string
  headers: Record<string, string>
}

/**
 * How Twilio's SDK reaches the network: it takes a client of one's own, and ours ends with the signal,
 * goes where TWILIO_API_URL points, and keeps the headers that the SDK's own errors lose.
 */
export class TwilioHttp {
  last: TwilioAnswer | null = null

  constructor(
    private readonly apiUrl: string | undefined,
    private readonly signal: AbortSignal,
  ) {}

  async request(request: TwilioRequest): Promise<TwilioAnswer> {
    const response = await this.#fetch(request)
    this.last = {
      statusCode: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
    }
    return this.last
  }

  async #fetch({ method, uri, username, password, headers, data }: TwilioRequest): Promise<Response> {
    try {
      return await fetch(this.#address(uri), {
        method: method.toUpperCase(),
        redirect: 'error',
        signal: this.signal,
        headers: { ...headers, authorization: `Basic ${btoa(`${username}:${password}`)}` },
        body: new URLSearchParams(
          Object.entries(data ?? {}).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
        ),
      })
    } catch (error) {
      throw neverReached(error)
        ? new DeliveryFailure('down', 'Twilio could not be reached')
        : new DeliveryFailure('uncertain', 'Twilio did not answer')
    }
  }

  #address(uri: string): string {
    if (this.apiUrl === undefined) return uri
    const { pathname, search } = new URL(uri)
    return `${this.apiUrl}${pathname}${search}`
  }

  asSdkClient(): RequestClient {
    return this as unknown as RequestClient
  }
}

/** Only a connection that was never made proves that nothing was taken. */
function neverReached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code)
}
