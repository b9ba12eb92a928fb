import { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config'

export interface Secrets {
  /** Null if only the identity provider behind HQ_JWKS_URL issues HQ tokens. */
  hqJwtSecret: string | null
  proofSecret: string
  cronSecret: string
  webhookSecrets: string[]
  /** Signs the links in messages. */
  linkSecret: string
  /** The key for hashing verification codes. */
  codeSecret: string
  /** The key that push services know us by comes from it. */
  vapidSecret: string
}

type KeptName =
  | 'hqJwtSecret'
  | 'proofSecret'
  | 'cronSecret'
  | 'webhookSecret'
  | 'linkSecret'
  | 'codeSecret'
  | 'vapidSecret'
type SecretsConfig = Pick<Config, 'dataDir' | 'hq' | 'proofSecret' | 'cron' | 'payments'>

/** Unknown names are kept, because another version may need them. */
const keptSchema = z.record(z.string(), z.string().min(16))
type Kept = z.infer<typeof keptSchema>

export class SecretsError extends Error {
  override readonly name = 'SecretsError'
}

/**
 * Secrets set in the environment take precedence. The others are generated on the first start and kept in the
 * data folder.
 */
export function loadSecrets(config: SecretsConfig): Secrets {
  const { hq, cron, payments } = config
  const identityProviderOnly = hq.jwksUrl !== undefined
  const needed: KeptName[] = ['linkSecret', 'codeSecret', 'vapidSecret']
  if (hq.jwtSecret === undefined && !identityProviderOnly) needed.push('hqJwtSecret')
  if (config.proofSecret === undefined) needed.push('proofSecret')
  if (cron.secret === undefined) needed.push('cronSecret')
  if (payments.webhookSecrets.length === 0) needed.push('webhookSecret')

  const kept = keepSecrets(config.dataDir, needed)
  return {
    hqJwtSecret: hq.jwtSecret ?? (identityProviderOnly ? null : kept.hqJwtSecret),
    proofSecret: config.proofSecret ?? kept.proofSecret,
    cronSecret: cron.secret ?? kept.cronSecret,
    webhookSecrets: payments.webhookSecrets.length > 0 ? payments.webhookSecrets : [kept.webhookSecret],
    linkSecret: kept.linkSecret,
    codeSecret: kept.codeSecret,
    vapidSecret: kept.vapidSecret,
  }
}

/** Returns the stored secrets after generating the missing ones. Only those in `needed` may be read. */
function keepSecrets(dataDir: string, needed: KeptName[]): Record<KeptName, string> {
  const file = join(dataDir, 'secrets.json')
  const isComplete = (kept: Kept) => needed.every((name) => kept[name] !== undefined)
  try {
    const kept = readKept(file)
    if (isComplete(kept)) return kept
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return underLock(join(dataDir, 'secrets.lock'), () => {
      // Another process may have generated them while this one waited.
      const current = readKept(file)
      if (isComplete(current)) return current
      const completed = addMissing(current, needed)
      writeKept(file, completed)
      return completed
    })
  } catch (error) {
    throw error instanceof SecretsError ? error : unusable(dataDir, error)
  }
}

function addMissing(kept: Kept, needed: KeptName[]): Kept {
  const made = needed.map((name) => [name, randomBytes(32).toString('base64url')])
  return { ...Object.fromEntries(made), ...kept }
}

function readKept(file: string): Kept {
  if (!fs.existsSync(file)) return {}
  const text = fs.readFileSync(file, 'utf8')
  // A copy or a restore may have made the file readable for others.
  if ((fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600)
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    // The parser's error quotes the file, so it is neither shown nor kept as the cause.
    throw new SecretsError(
      `${file} is damaged. Restore it from a backup. Or delete it and start again to generate new secrets, ` +
        'which makes all HQ tokens issued here, and all links, proofs and codes already sent, stop working.',
    )
  }
}

/** Writes the new file completely before it replaces the old one, so a power failure can't damage it. */
function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.tmp`
  fs.rmSync(draft, { force: true })
  fs.writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  flush(draft)
  fs.renameSync(draft, file)
  flush(dirname(file))
}

function flush(path: string): void {
  const handle = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * SQLite releases its lock when the process dies, unlike a lock file, so a crash never blocks the next start.
 */
function underLock<T>(path: string, work: () => T): T {
  const lock = new Database(path, { create: true })
  try {
    lock.run('PRAGMA busy_timeout = 10000')
    lock.run('BEGIN EXCLUSIVE')
    return work()
  } finally {
    lock.close()
  }
}

function unusable(dataDir: string, error: unknown): SecretsError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new SecretsError(
    `The secrets in ${dataDir} can't be read or written (${code}). ` +
      'Set DATA_DIR to a folder that the user running this process owns and can write to.',
    { cause: error },
  )
}
