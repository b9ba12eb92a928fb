import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { databaseUrl } from './sqld'

/** The fate of one request on its way to the server. */
export type Fault =
  | 'pass'
  /** The connection breaks before the request reaches the server. */
  | 'cut before'
  /** The server acts on the request, but the connection breaks before its answer arrives. */
  | 'cut after'
  /** The server acts on the request, and the connection breaks in the middle of its answer. */
  | 'cut midway'
  /** The same, but the rest of the answer just never comes. */
  | 'stall midway'
  /** No answer ever arrives. */
  | 'hang'
  /** The connection breaks, and the request reaches the server when the test lets it. */
  | 'late'
  /** Something on the way answers instead of the server. */
  | { status: number; body: string }

export interface FaultProxy {
  urlOf(database: string): string
  /** Decides each request's fate by its body; everything passes until a test says otherwise. */
  plan: (body: string) => Fault
  /** Lets the late requests arrive, long after their callers gave up. */
  letLateOnesArrive(): Promise<void>
  /** Refuses every connection, as when no server is running, until `listen` is called. */
  refuse(): Promise<void>
  listen(): Promise<void>
  close(): Promise<void>
}

/** Sits between a store and its server on loopback and breaks the connection at chosen moments. */
export async function startFaultProxy(serverPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const late: Buffer[] = []
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    let cutOnAnswer = false
    let midway: 'cut midway' | 'stall midway' | null = null
    let hasStarted = false
    let arrived: Buffer = Buffer.alloc(0)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    upstream.on('data', (chunk: Buffer) => {
      if (cutOnAnswer) client.destroy()
      else if (midway === null) client.write(chunk)
      else if (!hasStarted)
        client.write(startOf(chunk), () => midway === 'cut midway' && client.resetAndDestroy())
      hasStarted = midway !== null
    })
    client.on('data', (chunk: Buffer) => {
      arrived = Buffer.concat([arrived, chunk])
      for (let request = firstRequest(arrived); request; request = firstRequest(arrived)) {
        arrived = arrived.subarray(request.raw.length)
        const fault = proxy.plan(request.body)
        if (fault === 'late') late.push(request.raw)
        if (fault === 'cut before' || fault === 'late') client.destroy()
        if (fault === 'cut after') cutOnAnswer = true
        if (fault === 'cut midway' || fault === 'stall midway') midway = fault
        if (fault === 'pass' || fault === 'cut after' || midway !== null) upstream.write(request.raw)
        if (typeof fault === 'object') client.write(answerOf(fault))
      }
    })
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const refuse = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const proxy: FaultProxy = {
    urlOf: (database) => databaseUrl(`http://localhost:${port}`, database),
    plan: () => 'pass',
    async letLateOnesArrive() {
      await Promise.all(late.splice(0).map((raw) => deliver(raw, serverPort)))
    },
    refuse,
    listen: () => listen(port),
    close: refuse,
  }
  return proxy
}

/** A plan that fails the first requests containing a text, and lets everything else pass. */
export function strike(text: string, fault: Fault, times = 1): (body: string) => Fault {
  let left = times
  return (body) => (body.includes(text) && left-- > 0 ? fault : 'pass')
}

function deliver(raw: Buffer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1', () => line.write(raw))
    line.on('error', reject)
    line.on('data', () => {
      line.destroy()
      resolve()
    })
  })
}

function firstRequest(arrived: Buffer): { raw: Buffer; body: string } | null {
  const end = arrived.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = arrived.subarray(0, end).toString()
  const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (arrived.length < length) return null
  return { raw: arrived.subarray(0, length), body: arrived.subarray(end + 4, length).toString() }
}

/** The head of an answer and the first byte of its body. */
function startOf(answer: Buffer): Buffer {
  return answer.subarray(0, answer.indexOf('\r\n\r\n') + 5)
}

function answerOf({ status, body }: { status: number; body: string }): string {
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status} x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
}
