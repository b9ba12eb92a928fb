import { apiKeys, staff, staffSessions, workerTokens, workers } from '../../db/schema'
import type { Deps } from '../../src/deps'
import { proofTokens } from '../../src/tokens/proof'
import {
  adminClaims,
  damaged,
  paymentsSignature,
  signWithOwnKey,
  signWithSecret,
  unsigned,
  type Claims,
} from '../support/tokens'

export type Access = 'public' | 'hq' | 'key' | 'cron' | 'proof' | 'signature' | 'worker'

/** Headers by what they try. */
export type Credentials = Record<string, Record<string, string>>

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/**
 * The credential that opens an endpoint of a kind; a signature depends on the body and is made with the
 * request.
 */
export async function goodCredential(deps: Deps, as: Access): Promise<Record<string, string>> {
  if (as === 'hq') return bearer(await hqToken(deps))
  if (as === 'key') return bearer(await apiKey(deps))
  if (as === 'cron') return bearer(deps.secrets.cronSecret)
  if (as === 'proof') return bearer(await deps.tokens.proof.issue('jordan@example.com'))
  if (as === 'worker') return bearer(await workerToken(deps))
  return {}
}

/** Every credential that an endpoint of a kind must answer with 401. */
export async function refusedCredentials(deps: Deps, as: Access): Promise<Credentials> {
  const common = { ...nothings, ...(await foreign(deps, as)) }
  if (as === 'hq')
    return {
      ...common,
      ...(await badHqTokens(deps)),
      ...(await badApiKeys(deps)),
      ...(await badStaffTokens(deps)),
    }
  if (as === 'key') return { ...common, ...(await badApiKeys(deps)) }
  if (as === 'cron') return { ...common, ...badCronSecrets(deps) }
  if (as === 'proof') return { ...common, ...(await badProofs(deps)) }
  if (as === 'worker') return { ...common, ...(await badWorkerTokens(deps)) }
  if (as === 'signature') return { ...common, ...badSignatures(deps) }
  return common
}

const nothings: Credentials = {
  'no credential': {},
  'an empty header': { authorization: '' },
  'a scheme without a token': { authorization: 'Bearer ' },
  'another scheme': { authorization: 'Basic YWRtaW46YWRtaW4=' },
  'a token without its scheme': { authorization: 'garbage' },
  garbage: bearer('garbage'),
  'something like a token': bearer('eyJhbGciOiJIUzI1NiJ9.e30.c2ln'),
  'two tokens': { authorization: 'Bearer one two' },
}

/** Each credential used for another kind of endpoint. */
async function foreign(deps: Deps, as: Access): Promise<Credentials> {
  const kinds: Credentials = {
    'an HQ token': bearer(await hqToken(deps)),
    'the cron secret': bearer(deps.secrets.cronSecret),
    'a proof': bearer(await deps.tokens.proof.issue('jordan@example.com')),
    "a worker's token": bearer(await workerToken(deps)),
    'a webhook secret': bearer(deps.secrets.webhookSecrets[0] ?? ''),
    ...(as === 'hq' || as === 'key' ? {} : { 'an API key': bearer(await apiKey(deps)) }),
  }
  const own = { hq: 'an HQ token', cron: 'the cron secret', proof: 'a proof', worker: "a worker's token" }
  return Object.fromEntries(
    Object.entries(kinds).filter(([name]) => name !== (own as Record<string, string>)[as]),
  )
}

async function badHqTokens(deps: Deps): Promise<Credentials> {
  const now = deps.clock.now()
  const secret = deps.secrets.hqJwtSecret ?? ''
  const signed = async (changes: Claims, algorithm?: string, key = secret) =>
    bearer(await signWithSecret(adminClaims(now, changes), key, algorithm))
  const past = Math.floor(now / 1000) - 1
  return {
    'an expired token': await signed({ exp: past }),
    'a token from the future': await signed({ nbf: past + 3600 }),
    'a token without exp': await signed({ exp: undefined }),
    'a token without sub': await signed({ sub: undefined }),
    'a token with an empty sub': await signed({ sub: '' }),
    'a token without a role': await signed({ role: undefined }),
    'a user who is not an administrator': await signed({ role: 'customer' }),
    'a worker': await signed({ role: 'worker' }),
    'a role in another case': await signed({ role: 'ADMIN ' }),
    'a role users gave themselves': await signed({
      role: undefined,
      user_metadata: { role: 'admin', roles: ['admin'] },
    }),
    'a role elsewhere in app_metadata': await signed({
      role: undefined,
      app_metadata: { team: { role: 'admin' } },
    }),
    'alg none': bearer(unsigned(adminClaims(now))),
    'alg none with a signature': bearer(`${unsigned(adminClaims(now))}c2ln`),
    HS384: await signed({}, 'HS384'),
    HS512: await signed({}, 'HS512'),
    'RS256 with its own key': bearer(await signWithOwnKey(adminClaims(now))),
    'ES256 with its own key': bearer(await signWithOwnKey(adminClaims(now), 'ES256')),
    'another secret': await signed({}, 'HS256', 'another-secret-0123456789abcdef'),
    'the proof secret': await signed({}, 'HS256', deps.secrets.proofSecret),
    'a damaged signature': bearer(damaged(await hqToken(deps))),
    'a token in the wrong cookie': { cookie: `sess=${await hqToken(deps)}` },
  }
}

async function badStaffTokens(deps: Deps): Promise<Credentials> {
  const now = deps.clock.now()
  const given = async (person: StaffChanges, session?: SessionChanges) =>
    bearer(await staffToken(deps, person, session))
  const claims = { ...adminClaims(now), aud: 'truckroll:staff', jti: 'nobody' }
  return {
    'a staff token without a session': bearer(
      (await deps.tokens.staff.sign({ id: 'none', staffId: 'none', expiresAt: now + 3_600_000 })).token,
    ),
    'a staff token of someone deactivated': await given({ active: false }),
    'a staff token after signing out': await given({}, { endedAt: now - 1000 }),
    'a staff token of a session that is over': await given({}, { expiresAt: now }),
    'a damaged staff token': bearer(damaged(await staffToken(deps))),
    'an HQ token that claims to be a staff token': bearer(
      await signWithSecret(claims, deps.secrets.hqJwtSecret ?? ''),
    ),
  }
}

async function badApiKeys(deps: Deps): Promise<Credentials> {
  const now = deps.clock.now()
  return {
    'a revoked API key': bearer(await apiKey(deps, { revokedAt: now - 1000 })),
    'an expired API key': bearer(await apiKey(deps, { expiresAt: now })),
    'an API key with the wrong secret': bearer(
      await apiKey(deps, { keyHash: deps.tokens.keys.make().keyHash }),
    ),
    'an API key that was never given out': bearer(deps.tokens.keys.make().key),
    'an API key without its last character': bearer((await apiKey(deps)).slice(0, -1)),
    'an API key in a cookie': { cookie: `session=${await apiKey(deps)}` },
  }
}

function badCronSecrets({ secrets: { cronSecret } }: Deps): Credentials {
  return {
    'half the secret': bearer(cronSecret.slice(0, -1)),
    'the secret and more': bearer(`${cronSecret}x`),
    'the secret in another case': bearer(cronSecret.toUpperCase()),
    'the secret without its scheme': { authorization: cronSecret },
    'the secret in a cookie': { cookie: `session=${cronSecret}` },
  }
}

async function badProofs(deps: Deps): Promise<Credentials> {
  const { clock, secrets } = deps
  const longAgo = { now: () => clock.now() - 31 * 60_000 }
  const proof = await deps.tokens.proof.issue('jordan@example.com')
  return {
    'an expired proof': bearer(await proofTokens(secrets.proofSecret, longAgo).issue('jordan@example.com')),
    'a proof from another service': bearer(
      await proofTokens('another-secret-0123456789abcdef', clock).issue('a@b.co'),
    ),
    'a proof without its prefix': bearer(proof.slice('cvp_'.length)),
    'an HQ token with the prefix': bearer(`cvp_${await hqToken(deps)}`),
    'a proof without a purpose': bearer(
      `cvp_${await signWithSecret({ ...adminClaims(clock.now()), email: 'a@b.co' }, secrets.proofSecret)}`,
    ),
    'alg none': bearer(`cvp_${unsigned({ ...adminClaims(clock.now()), email: 'a@b.co' })}`),
    'a damaged proof': bearer(damaged(proof)),
  }
}

async function badWorkerTokens(deps: Deps): Promise<Credentials> {
  const now = deps.clock.now()
  const good = await workerToken(deps)
  return {
    'an expired token': bearer(await workerToken(deps, { expiresAt: now - 1000 })),
    'a revoked token': bearer(await workerToken(deps, { revokedAt: now - 1000 })),
    'a token without its prefix': bearer(good.slice('wrk_'.length)),
    'an HQ token with the prefix': bearer(`wrk_${await hqToken(deps)}`),
    'a damaged token': bearer(damaged(good)),
  }
}

function badSignatures({ clock, secrets }: Deps): Credentials {
  const [secret = ''] = secrets.webhookSecrets
  const sign = (payload: string, key: string, at: number) => ({
    'payments-signature': paymentsSignature(payload, key, at),
  })
  return {
    'an empty signature': { 'payments-signature': '' },
    'a garbled signature': { 'payments-signature': 't=now,v1=yes' },
    'a signature over something else': sign('{}{}', secret, clock.now()),
    'a stale signature': sign('{"broken":', secret, clock.now() - 6 * 60_000),
    'a signature with another secret': sign('{"broken":', 'whsec_another', clock.now()),
  }
}

async function hqToken(deps: Deps): Promise<string> {
  return (await deps.tokens.hq.issue('user-1', 'admin', 3_600_000)) ?? ''
}

/** A key as HQ creates it, with its own row. */
export async function apiKey(
  deps: Deps,
  changes: Partial<typeof apiKeys.$inferInsert> = {},
): Promise<string> {
  const { key, ...stored } = deps.tokens.keys.make()
  const row = { id: crypto.randomUUID(), name: 'Zapier', role: 'owner' as const, createdBy: 'dana' }
  const createdAt = deps.clock.now()
  await deps.store.write((tx) => tx.insert(apiKeys).values({ ...row, ...stored, createdAt, ...changes }))
  return key
}

type StaffChanges = Partial<typeof staff.$inferInsert>
type SessionChanges = Partial<typeof staffSessions.$inferInsert>

/** The token of a person who signed in, with the rows of both. */
export async function staffToken(
  deps: Deps,
  person: StaffChanges = {},
  session: SessionChanges = {},
): Promise<string> {
  const now = deps.clock.now()
  const id = person.id ?? crypto.randomUUID()
  const who = {
    id,
    email: `${id}@example.com`,
    name: 'Dana Reyes',
    role: 'owner' as const,
    invitedBy: 'test',
  }
  const at = { createdAt: now, lastSeenAt: now, expiresAt: now + 14 * 86_400_000 }
  const browser = { device: 'Chrome on Windows', network: '203.0.113.0/24', method: 'code' as const }
  const own = { id: crypto.randomUUID(), staffId: id, renewalHash: crypto.randomUUID() }
  const row = { ...own, ...browser, ...at, ...session }
  await deps.store.write(async (tx) => {
    const stamps = { createdAt: now, updatedAt: now }
    await tx
      .insert(staff)
      .values({ ...who, ...stamps, ...person })
      .onConflictDoNothing()
    await tx.insert(staffSessions).values(row)
  })
  return (await deps.tokens.staff.sign(row)).token
}

/** A token as HQ issues it, with its own row. */
async function workerToken(
  deps: Deps,
  changes: { expiresAt?: number; revokedAt?: number } = {},
): Promise<string> {
  const now = deps.clock.now()
  const worker = { id: 'worker-1', name: 'Sam', createdAt: now, updatedAt: now }
  const expiresAt = now + 3_600_000
  const row = {
    id: crypto.randomUUID(),
    workerId: worker.id,
    issuedAt: now,
    expiresAt,
    revokedAt: null,
    ...changes,
  }
  await deps.store.write(async (tx) => {
    await tx.insert(workers).values(worker).onConflictDoNothing()
    await tx.insert(workerTokens).values(row)
  })
  return deps.tokens.worker.sign(row)
}
