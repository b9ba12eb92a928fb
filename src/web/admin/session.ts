import { ApiError, createApi, type Api } from '../client/api'
import { now } from '../client/clock'
import { pageSettings } from '../client/mount'
import { codeIn, kept, keptForThisTab, takeFragmentCode } from '../client/storage'
import type { Session } from '../../modules/staff'
import type { ConsoleSettings } from '../page-routes'

/** A person's sign-in, which all tabs of the browser share. */
interface Shared {
  token: string
  renewal: string
  /** By this browser's clock. */
  renewAt: number
}

type Given = Awaited<ReturnType<typeof open.post>>

const anyone = createApi()
const open = anyone['sign-in']
const sharedKey = 'hq-session'
const shared = kept<Shared>(sharedKey)
/** A token from the command line or another program stays in the tab it was pasted into. */
const pasted = keptForThisTab<string>('hq-token')

let setupCode = takeFragmentCode('setup')
let code = takeFragmentCode()
// A new sign-in link replaces the current session.
let current = code === null && setupCode === null ? (pasted.read() ?? shared.read()) : null
let expired = false
const listeners = new Set<() => void>()

function show(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

const tokenOf = (from: typeof current): string | null =>
  typeof from === 'string' ? from : (from?.token ?? null)

/** The part of a token that says whose it is and how long it lasts. */
function claimsOf(token: string): { sub?: string; iat?: number; exp?: number } {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}

/** Half of a token's life, whatever this browser's clock says. */
function renewalTime(token: string): number {
  const { iat = 0, exp = 0 } = claimsOf(token)
  return now() + ((exp - iat) * 1000) / 2
}

function accept({ token, renewal }: Given): void {
  expired = false
  if (renewal === undefined) {
    pasted.write(token)
    return show(token)
  }
  const next = { token, renewal, renewAt: renewalTime(token) }
  pasted.clear()
  shared.write(next)
  show(next)
}

/** The person who is signed in, as of the last visit, so that the console opens without asking first. */
const lastSeen = { tab: keptForThisTab<Seen>('hq-me'), browser: kept<Seen>('hq-me') }
interface Seen {
  /** The subject of their token. */
  sub: string | undefined
  me: Session
}
const seenPlace = () => (typeof current === 'string' ? lastSeen.tab : lastSeen.browser)
const subject = () => claimsOf(tokenOf(current) ?? '').sub

export const knownMe = {
  read(): Session | null {
    const seen = seenPlace().read()
    return seen !== null && seen.sub !== undefined && seen.sub === subject() ? seen.me : null
  },
  write: (me: Session): void => seenPlace().write({ sub: subject(), me }),
}

function leave(hasExpired: boolean): void {
  expired = hasExpired
  seenPlace().clear()
  if (typeof current === 'string') pasted.clear()
  else shared.clear()
  show(null)
}

// Another tab signed in, out, or renewed the token.
window.addEventListener('storage', ({ key }) => {
  if ((key !== null && key !== `truckroll.${sharedKey}`) || typeof current === 'string') return
  const next = shared.read()
  // Nothing of one person stays on the screen of another.
  if (current && next && claimsOf(current.token).sub !== claimsOf(next.token).sub) return location.reload()
  show(next)
})

/** One tab renews the token for all. Returns whether there is a new one. */
async function renew(known: Shared): Promise<boolean> {
  return oneAtATime(async () => {
    const latest = shared.read() ?? known
    if (latest.token !== known.token) {
      show(latest)
      return true
    }
    try {
      const { token } = await open.renew.post({ renewal: known.renewal }, { key: null })
      const next = { ...known, token, renewAt: renewalTime(token) }
      // Someone may have signed out in the meantime.
      if (typeof current !== 'object' || current === null) return false
      shared.write(next)
      show(next)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) leave(true)
      return false
    }
  })
}

/** Browsers have locks only where the address is secure. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('truckroll.renew', work) : work()
}

let renewing: Promise<boolean> | null = null
function renewOnce(known: Shared): Promise<boolean> {
  renewing ??= renew(known).finally(() => (renewing = null))
  return renewing
}

/** Renews a token in the second half of its life, before the request that needs it. */
async function keepFresh(): Promise<void> {
  if (current !== null && typeof current === 'object' && now() >= current.renewAt) await renewOnce(current)
}

/** A pasted token can't be renewed. Returns whether the request may be tried again. */
async function onUnauthorised(refused: string | null): Promise<boolean> {
  const held = tokenOf(current)
  // A slow answer to an old token says nothing about the one we have by now.
  if (held !== refused) return held !== null && claimsOf(held).sub === claimsOf(refused ?? '').sub
  if (current !== null && typeof current === 'object') return renewOnce(current)
  leave(true)
  return false
}

export const session = {
  token: () => tokenOf(current),
  /** Whether the service ended the session, not the user. */
  hasExpired: () => expired,
  /** Signs out all tabs. The service hears of it too, but the page doesn't wait. */
  signOut: (everywhere = false): void => {
    const token = tokenOf(current)
    const { session: mine } = createApi({ token: () => token }).admin
    void (everywhere ? mine.everywhere : mine).delete().catch(() => null)
    leave(false)
  },
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const api: Api = createApi({ token: session.token, keepFresh, onUnauthorised })

/** The code of the link that opened this page. It works once, so it is returned once. */
export function takeLinkCode(): string | null {
  const taken = code
  code = null
  return taken
}

export const hasSetupCode = (): boolean => setupCode !== null
export const forgetSetupCode = (): void => void (setupCode = null)

/** Signs in with a link, its code, or a token. An invalid token isn't stored. */
export async function enter(given: string): Promise<void> {
  const linkCode = codeIn(given)
  if (linkCode !== null) return accept(await open.post({ code: linkCode }, { key: null }))
  const token = given.trim()
  await createApi({ token: () => token })
    .admin.session.get()
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw new ApiError("This link or token doesn't work. Copy it again, or ask for a new one.", 401)
    })
  accept({ as: 'hq', token, expiresAt: '' })
}

export const askForCode = async (email: string): Promise<void> =>
  void (await open.code.post({ email }, { key: null }))

export const enterWithCode = async (email: string, digits: string): Promise<void> =>
  accept(await open.verify.post({ email, code: digits }, { key: null }))

/** Exchanges what the identity provider sent back. */
export const enterWithSso = async (returned: Parameters<typeof open.sso.finish.post>[0]): Promise<void> =>
  accept(await open.sso.finish.post(returned, { key: null }))

export async function setUp(owner: { name: string; email: string }): Promise<void> {
  accept(await open.setup.post({ ...owner, code: setupCode ?? '' }, { key: null }))
  setupCode = null
}

/** Settings the server wrote into the page. They never change, so they are read once. */
export const settings = pageSettings() as ConsoleSettings
