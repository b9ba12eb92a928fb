import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from './temp'

/** The service as a separate process, started the way tools start it. */
export interface RunningService {
  url: string
  port: number
  /** Everything written to standard output so far. */
  output(): string
  /** The log lines in it. */
  lines(): Record<string, unknown>[]
  /** Settles as soon as a log line with this message for this request is written. */
  logged(message: string, request?: string): Promise<void>
  signal(name: NodeJS.Signals): void
  exited: Promise<number>
  /** Everything written to standard error until the end. */
  errors(): Promise<string>
}

export interface EndedService {
  code: number
  output: string
  errors: string
}

const root = join(import.meta.dir, '../..')
/** A busy machine is slow, not wrong. */
const startLimitMs = 300_000

export const emptyDataFolder = () => join(temporaryFolder('service'), 'data')

function spawn(env: Record<string, string>, entry = 'src/index.ts') {
  const { PATH = '', HOME = '' } = process.env
  const service = Bun.spawn([process.execPath, '--no-env-file', entry], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1', SEED_DEMO: 'off', CRON_ENABLED: 'false', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  process.on('exit', () => service.kill('SIGKILL'))
  return service
}

/** Starts the service and waits until it listens. */
export async function startService(env: Record<string, string>, entry?: string): Promise<RunningService> {
  const service = spawn(env, entry)
  let output = ''
  let ended = false
  let more = Promise.withResolvers<void>()
  const tell = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of service.stdout) {
      output += decoder.decode(chunk, { stream: true })
      tell()
    }
    ended = true
    tell()
  })()
  const lines = () =>
    output
      .slice(0, output.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const logged = async (message: string, request?: string) => {
    const wanted = (line: Record<string, unknown>) =>
      line.message === message && (request === undefined || line.request === request)
    while (!lines().some(wanted)) {
      if (ended) throw new Error(`The service ended without saying "${message}":\n${output}`)
      await more.promise
    }
  }
  const giveUp = setTimeout(() => service.kill('SIGKILL'), startLimitMs)
  try {
    await logged('listening')
  } catch (error) {
    throw new Error(`The service did not start: ${await new Response(service.stderr).text()}`, {
      cause: error,
    })
  } finally {
    clearTimeout(giveUp)
  }
  const port = Number(lines().find((line) => line.message === 'listening')?.port)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    output: () => output,
    lines,
    logged,
    signal: (name) => service.kill(name),
    exited: Promise.all([service.exited, reading]).then(([code]) => code),
    errors: () => new Response(service.stderr).text(),
  }
}

/** Runs a start that is expected to fail. */
export async function failToStart(env: Record<string, string>): Promise<EndedService> {
  const service = spawn(env)
  const [code, output, errors] = await Promise.all([
    service.exited,
    new Response(service.stdout).text(),
    new Response(service.stderr).text(),
  ])
  return { code, output, errors }
}

export async function stopService(service: RunningService): Promise<number> {
  service.signal('SIGTERM')
  return service.exited
}

/** A raw connection, for bytes no client would send. */
export interface Line {
  send(text: string | Uint8Array): void
  /** Settles with everything received once it matches. */
  received(pattern: RegExp): Promise<string>
  hangUp(): void
}

export function openLine(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    let got = ''
    let check = () => {}
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => {
      got += data.toString()
      check()
    })
    socket.on('error', reject)
    socket.on('close', () => check())
    socket.on('connect', () =>
      resolve({
        send: (text) => void socket.write(text),
        received: (pattern) =>
          new Promise((found, failed) => {
            check = () => {
              if (pattern.test(got)) found(got)
              else if (socket.destroyed) failed(new Error(`The line ended with: ${got}`))
            }
            check()
          }),
        hangUp: () => void socket.destroy(),
      }),
    )
  })
}
