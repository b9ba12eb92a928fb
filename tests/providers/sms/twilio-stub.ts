export interface TwilioRequest {
  path: string
  headers: Headers
  fields: Record<string, string>
}

type Reply = (attempt: number) => Response | Promise<Response>

/** Simulates Twilio's API on loopback; `reply` is called for each request, counted from 1. */
export function startTwilio(reply: Reply = () => created()) {
  const requests: TwilioRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const fields = Object.fromEntries(new URLSearchParams(await request.text()))
      requests.push({ path: new URL(request.url).pathname, headers: request.headers, fields })
      return reply(requests.length)
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) }
}

export const created = (sid = 'SM1') => Response.json({ sid, status: 'queued' }, { status: 201 })

export const refused = (status: number, code: number, headers: Record<string, string> = {}) =>
  Response.json({ status, code, message: `error ${code}`, more_info: '' }, { status, headers })

export const silence = () => new Promise<Response>(() => {})

/** A body that never ends, but always goes on. */
export const drip = (status: number) => endless(status, ' ', 20)

/** A body larger than a provider has a reason to send, as fast as it is read. */
export const flood = (status: number) => endless(status, ' '.repeat(64 * 1024), 0)

function endless(status: number, chunk: string, pauseMs: number): Response {
  const bytes = new TextEncoder().encode(chunk)
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (pauseMs > 0) await Bun.sleep(pauseMs)
      stream.enqueue(bytes)
    },
  })
  return new Response(body, { status })
}
