/** A stand-in for a map server on this machine that answers as it's told. */
export interface MapServer {
  url: string
  /** Its requests, in order. */
  requests: { path: string; query: URLSearchParams; headers: Headers; body: unknown }[]
  stop(): Promise<void>
}

export type Reply = (asked: MapServer['requests'][number]) => Response | Promise<Response>

export function startMapServer(reply: Reply): MapServer {
  const requests: MapServer['requests'] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const url = new URL(request.url)
      const text = await request.text()
      const asked = {
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      }
      requests.push(asked)
      return reply(asked)
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) }
}

/** Accepts the connection and disconnects on the first request. */
export function startDroppingServer(): { url: string; stop(): void } {
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket) => {
        socket.terminate()
      },
    },
  })
  return { url: `http://127.0.0.1:${listener.port}`, stop: () => listener.stop(true) }
}

/** The ways in which a server fails. */
export const badReplies: Record<string, Reply> = {
  'an HTML page': () => new Response('<html>502</html>', { headers: { 'content-type': 'text/html' } }),
  'an HTML error': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  'JSON in another format': () => Response.json({ hello: 'there' }),
  'half an answer': () => new Response('[{"lat": 1'),
  'an empty body': () => new Response(''),
  'an error in JSON': () => Response.json({ error: 'out of order' }, { status: 500 }),
  'too many requests': () =>
    Response.json({ error: 'slow down' }, { status: 429, headers: { 'retry-after': '7' } }),
}

/** Never answers. */
export const hang: Reply = () => new Promise<Response>(() => {})

/** Starts to answer and stops halfway. */
export const stall: Reply = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"type":'))
      },
    }),
  )
