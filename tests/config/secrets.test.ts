import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/config'
import { loadSecrets, SecretsError } from '../../src/secrets'

let root: string
let dataDir: string
let file: string

beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'truckroll-secrets-'))
  dataDir = join(root, 'data')
  file = join(dataDir, 'secrets.json')
})

afterEach(() => fs.rmSync(root, { recursive: true }))

const load = (env: Record<string, string> = {}) => loadSecrets(loadConfig({ DATA_DIR: dataDir, ...env }))
const kept = () => JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
const modeOf = (path: string) => fs.statSync(path).mode & 0o777

function plant(text: string): void {
  fs.mkdirSync(dataDir)
  fs.writeFileSync(file, text)
}

function refusal(env: Record<string, string> = {}): string {
  try {
    load(env)
  } catch (error) {
    if (error instanceof SecretsError) return error.message
    throw error
  }
  return ''
}

describe('the first start', () => {
  test('creates seven different 256-bit secrets', () => {
    const { webhookSecrets, ...others } = load()
    const all = [...webhookSecrets, ...Object.values(others)]
    expect(new Set(all).size).toBe(7)
    for (const secret of all) expect(Buffer.from(secret!, 'base64url')).toHaveLength(32)
  })

  test('stores them in a file and folder only the owner can open, and leaves no draft', () => {
    load()
    expect([modeOf(dataDir), modeOf(file)]).toEqual([0o700, 0o600])
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(['secrets.json', 'secrets.lock'])
  })

  test('replaces the draft of a start that died', () => {
    fs.mkdirSync(dataDir)
    fs.writeFileSync(`${file}.tmp`, '{"link', { mode: 0o644 })
    expect(load()).toEqual(load())
    expect(modeOf(file)).toBe(0o600)
  })
})

describe('a later start', () => {
  test('finds the same secrets and writes nothing', () => {
    const first = load()
    const before = fs.statSync(file).mtimeMs
    expect(load()).toEqual(first)
    expect(fs.statSync(file).mtimeMs).toBe(before)
  })

  test('creates only missing secrets and keeps unknown names', () => {
    plant(JSON.stringify({ linkSecret: 'l'.repeat(20), fromAnotherVersion: 'f'.repeat(20) }))
    expect(load().linkSecret).toBe('l'.repeat(20))
    expect(kept()).toMatchObject({ linkSecret: 'l'.repeat(20), fromAnotherVersion: 'f'.repeat(20) })
    expect(kept().cronSecret).toBe(load().cronSecret)
  })

  test('restricts a file that a restore left readable by others', () => {
    load()
    fs.chmodSync(file, 0o644)
    load()
    expect(modeOf(file)).toBe(0o600)
  })
})

describe('a secret from the environment', () => {
  const env = {
    HQ_JWT_SECRET: 'hq-from-the-environment',
    PROOF_SECRET: 'proof-from-the-environment',
    CRON_SECRET: 'cron-from-the-environment',
    STRIPE_WEBHOOK_SECRET: 'whsec_one,whsec_two',
  }

  test('overrides the stored one, which returns when the variable is removed', () => {
    const generated = load()
    expect(load(env)).toEqual({
      ...generated,
      hqJwtSecret: env.HQ_JWT_SECRET,
      proofSecret: env.PROOF_SECRET,
      cronSecret: env.CRON_SECRET,
      webhookSecrets: ['whsec_one', 'whsec_two'],
    })
    expect(load()).toEqual(generated)
  })

  test('is never written to the data folder', () => {
    load(env)
    expect(Object.keys(kept()).toSorted()).toEqual(['codeSecret', 'linkSecret', 'vapidSecret'])
  })
})

describe('with an identity provider', () => {
  const provider = { HQ_JWKS_URL: 'https://id.example.com/jwks.json' }

  test('no HQ secret is created', () => {
    expect(load(provider).hqJwtSecret).toBeNull()
    expect(kept()).not.toHaveProperty('hqJwtSecret')
  })

  test("an HQ secret stored earlier isn't used", () => {
    load()
    expect(load(provider).hqJwtSecret).toBeNull()
  })

  test('an HQ secret from the environment is used', () => {
    expect(load({ ...provider, HQ_JWT_SECRET: 'chosen-by-hand-1234' }).hqJwtSecret).toBe(
      'chosen-by-hand-1234',
    )
  })
})

describe('an unusable data folder', () => {
  const damaged = [
    '',
    '{"linkSecret":"hunter2hunter2hunt',
    'null',
    '[]',
    '{"linkSecret":7}',
    '{"linkSecret":"short"}',
  ]
  for (const text of damaged)
    test(`stops the start on ${text || 'an empty file'}, says what to do and leaves the file alone`, () => {
      plant(text)
      expect(refusal()).toContain(`${file} is damaged. Restore it from a backup. Or delete it`)
      expect(refusal()).not.toContain('hunter2')
      expect(fs.readFileSync(file, 'utf8')).toBe(text)
    })

  test('stops the start when DATA_DIR is a file', () => {
    fs.writeFileSync(dataDir, '')
    expect(refusal()).toMatch(/can't be read or written \(E\w+\)\. Set DATA_DIR to a folder/)
  })

  test('stops the start when secrets.json is a folder', () => {
    fs.mkdirSync(file, { recursive: true })
    expect(refusal()).toContain('(EISDIR)')
  })
})

describe('processes starting at the same moment', () => {
  /** Waits at the gate, so all of them reach the data folder together. */
  const program = `
    import { existsSync } from 'node:fs'
    import { loadConfig } from '${join(import.meta.dir, '../../src/config')}'
    import { loadSecrets } from '${join(import.meta.dir, '../../src/secrets')}'
    const [dataDir, gate] = process.argv.slice(-2)
    const config = loadConfig({ DATA_DIR: dataDir })
    console.log('ready')
    while (!existsSync(gate)) {}
    console.log(JSON.stringify(loadSecrets(config)))`

  async function race(count: number): Promise<string[]> {
    const gate = join(root, 'gate')
    const racers = Array.from({ length: count }, () =>
      Bun.spawn([process.execPath, '-e', program, '--', dataDir, gate], {
        stdout: 'pipe',
        stderr: 'inherit',
      }),
    )
    const outputs = await Promise.all(
      racers.map(async ({ stdout }) => {
        const reader = stdout.pipeThrough(new TextDecoderStream()).getReader()
        return { first: (await reader.read()).value ?? '', reader }
      }),
    )
    fs.writeFileSync(gate, '')
    return Promise.all(
      outputs.map(async ({ first, reader }) => {
        let text = first
        for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
        return text.replace('ready\n', '').trim()
      }),
    )
  }

  test('agree on the secrets of a new data folder', async () => {
    const answers = await race(4)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toBe(JSON.stringify(load()))
  })

  test('agree on a secret missing from an older file', async () => {
    plant(JSON.stringify({ linkSecret: 'l'.repeat(20) }))
    const answers = await race(4)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toBe(JSON.stringify(load()))
  })
})
