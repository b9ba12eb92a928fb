import type { Socket } from 'bun'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

export interface Load {
  port: number
  /** How many requests are under way at any moment, each on a connection of its own that stays open. */
  connections: number
  count: number
  call: (number: number) => Call
}

const patienceMs = 60_000

/**
 * Sends a fixed number of requests and returns once each was answered with a 2xx. It speaks to the sockets itself,
 * because with `fetch` the load would take more processor time than the server.
 */
export async function sendCalls({ port, connections, count, call }: Load): Promise<void> {
  const end = Promise.withResolvers<void>()
  let [sent, answered] = [0, 0]
  const sockets: Socket<Answer>[] = []
  const sendNext = (socket: Socket<Answer>) => {
    if (sent < count) socket.write(bytesOf(call(sent++), port))
  }
  const patience = setTimeout(
    () => end.reject(new Error(`${count - answered} of ${count} requests had no answer after a minute`)),
    patienceMs,
  )
  try {
    for (let at = 0; at < Math.min(connections, count); at++)
      sockets.push(
        await Bun.connect<Answer>({
          hostname: '127.0.0.1',
          port,
          socket: {
            open(socket) {
              socket.data = new Answer()
            },
            data(socket, bytes) {
              try {
                if (!socket.data.isCompleteWith(bytes)) return
              } catch (error) {
                end.reject(error)
                return
              }
              socket.data = new Answer()
              answered++
              if (answered === count) end.resolve()
              else sendNext(socket)
            },
            close: () => end.reject(new Error('the server closed a connection')),
            error: (_, error) => end.reject(error),
          },
        }),
      )
    for (const socket of sockets) sendNext(socket)
    await end.promise
  } finally {
    clearTimeout(patience)
    for (const socket of sockets) socket.terminate()
  }
}

function bytesOf({ method, path, body, headers = {} }: Call, port: number): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body === undefined) return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** One answer, as its bytes come in. */
export class Answer {
  #head = ''
  #left: number | null = null

  /** Throws for any answer but a 2xx with a length. */
  isCompleteWith(bytes: Uint8Array): boolean {
    if (this.#left !== null) this.#left -= bytes.length
    else {
      this.#head += Buffer.from(bytes).toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return false
      const length = /\r\nContent-Length: (\d+)/i.exec(this.#head.slice(0, end + 2))?.[1]
      if (!/^HTTP\/1\.1 2\d\d /.test(this.#head) || length === undefined)
        throw new Error(`the server answered ${this.#head.slice(0, 600)}`)
      this.#left = Number(length) - (this.#head.length - end - 4)
    }
    return this.#left <= 0
  }
}
