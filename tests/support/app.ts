import type { AnyElysia } from 'elysia'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app'
import { assemble } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { silentLog, type Log } from '../../src/lib/log'
import { MemoryLimiter } from '../../src/limits/memory'
import { InvoicePrinter } from '../../src/modules/invoices/pdf/render'
import type { Tracer } from '../../src/telemetry/trace'
import { FixedClock } from './clock'
import { assertDeclared, declaresAsEveryService } from './declared'
import { sharedGazetteer } from './gazetteer'
import { openTestStore, type TestStore } from './store'

export interface TestApp {
  app: AnyElysia
  deps: Deps
  clock: FixedClock
  /** Sends a public request; `as` adds a credential, `from` an address. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  hqToken(): Promise<string>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  raw?: BodyInit
  token?: string
  from?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // Tests look into answers of every shape; a wrong path shows as undefined in the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

interface Setting {
  opened?: Pick<TestStore, 'store' | 'close'>
  tracer?: Tracer
  log?: Log
}

/** One thread prints for the whole process, because starting one takes longer than most tests. */
const printer = new InvoicePrinter()
let sample: ReturnType<InvoicePrinter['print']> | undefined

/** For tests that look into PDFs. */
export function printAll({ state }: Pick<Deps, 'state'>): void {
  state.of(InvoicePrinter).print = (order) => printer.print(order)
}

/** The same pages for every order, because printing takes longer than most tests; each order has its own file. */
const printSample: InvoicePrinter['print'] = async (order) => {
  const { bytes } = await (sample ??= printer.print(order))
  const mark = `\n% ${Bun.hash(JSON.stringify(order)).toString(36)}\n`
  return { bytes: new Uint8Array(Buffer.concat([bytes, Buffer.from(mark)])), missing: [] }
}

let started = 0

/** A whole service on a new store with its own clock and demo providers for the outside world. */
export async function startTestApp(
  env: Record<string, string> = {},
  { opened, tracer, log = silentLog }: Setting = {},
): Promise<TestApp> {
  const clock = new FixedClock()
  const { store, close } = opened ?? (await openTestStore())
  // Its own folder, which exists once something is stored in it.
  const folder = join(tmpdir(), `truckroll-test-${process.pid}-data-${++started}`)
  const config = loadConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...env,
  })
  const secrets = {
    hqJwtSecret: 'test-hq-secret-0123456789abcdef',
    proofSecret: 'test-proof-secret-0123456789abc',
    cronSecret: 'test-cron-secret-0123456789abcd',
    webhookSecrets: ['whsec_test_0123456789abcdef'],
    linkSecret: 'test-link-secret-0123456789abcd',
    codeSecret: 'test-code-secret-0123456789abcd',
    vapidSecret: 'test-vapid-secret-0123456789abc',
  }
  const limiter = new MemoryLimiter(clock)
  const deps = assemble({ config, secrets, store, clock, log, limiter }, tracer)
  if (opened) await deps.settings.load(store.read)
  if (env.DATA_DIR === undefined && deps.providers.geocoder.name === 'gazetteer')
    deps.providers.geocoder = sharedGazetteer()
  deps.state.of(InvoicePrinter).print = printSample
  let app: AnyElysia | undefined
  // Many tests send no request, and building the routes takes longer than most of them.
  const built = () => {
    if (!app) declaresAsEveryService((app = compiled(createApp(deps))))
    return app
  }
  return {
    get app() {
      return built()
    },
    deps,
    clock,
    call: (method, path, options = {}) => send(built(), method, path, options),
    hqToken: async () => (await deps.tokens.hq.issue('admin@example.com', 'admin', 3_600_000)) ?? '',
    async close() {
      await deps.background.idle()
      // A test file keeps its last service until the process ends.
      app = undefined
      deps.state.close()
      deps.providers.geocoder.close()
      await deps.limiter.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Elysia collects garbage whenever it compiles an app, which would take longer than most tests. */
function compiled(app: AnyElysia): AnyElysia {
  const { gc } = Bun
  Reflect.set(Bun, 'gc', () => 0)
  try {
    void app.fetch
  } finally {
    Reflect.set(Bun, 'gc', gc)
  }
  return app
}

export async function send(
  app: AnyElysia,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Answer> {
  const headers: Record<string, string> = {
    'x-forwarded-for': options.from ?? '203.0.113.7',
    ...options.headers,
  }
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`
  let body = options.raw
  if (options.body !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(options.body)
  }
  const response = await app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    }),
  )
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, body: parsed(text) }
  assertDeclared(app, method, path, answer)
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
