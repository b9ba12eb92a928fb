export interface ResendRequest {
  path: string
  headers: Headers
  body: Record<string, unknown>
}

type Reply = (attempt: number) => Response | Promise<Response>

/** Simulates Resend's API on loopback; `reply` is called for each request, counted from 1. */
export function startResend(reply: Reply = () => taken()) {
  const requests: ResendRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      // The caller only asks whether it's there.
      if (request.method === 'GET') return Response.json({ data: [] })
      requests.push({
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: (await request.json()) as Record<string, unknown>,
      })
      return reply(requests.length)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    keys: () => requests.map(({ headers }) => headers.get('idempotency-key')),
    stop: () => server.stop(true),
  }
}

export const taken = (id = 'resend-1') => Response.json({ id })

export const refusal = (status: number, name: string, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, name, message: `${name} happened` }, { status, headers })

export const silence = () => new Promise<Response>(() => {})
