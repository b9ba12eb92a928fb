import { createApi, type Api } from '../client/api'
import { pageSettings } from '../client/mount'
import { codeIn, takeFragmentCode, keptForThisTab } from '../client/storage'
import type { ConsoleSettings } from '../page-routes'

const kept = keptForThisTab<string>('hq-token')

let code = takeFragmentCode()
// The person who opens a link wants to be the one it is for.
let token = code === null ? kept.read() : null

let expired = false
const listeners = new Set<() => void>()

function setToken(next: string | null): void {
  token = next
  if (next === null) kept.clear()
  else kept.write(next)
  for (const listener of listeners) listener()
}

/** The token of the office, kept until the browser's tab is closed. */
export const session = {
  token: () => token,
  /** Whether the service put an end to it rather than the person. */
  hasExpired: () => expired,
  signIn: (given: string) => setToken(given),
  signOut: (): void => {
    expired = false
    setToken(null)
  },
  expire: (): void => {
    expired = true
    setToken(null)
  },
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const api: Api = createApi({ token: session.token, onUnauthorised: session.expire })

/** The code of the link this page was opened with; it works once, so it is given once. */
export function takeLinkCode(): string | null {
  const taken = code
  code = null
  return taken
}

/** Signs in with a link, the code in it, or a token; nothing is kept of one that is not good. */
export async function enter(given: string): Promise<void> {
  const linkCode = codeIn(given)
  if (linkCode !== null) return session.signIn(await tokenFor(linkCode))
  const token = given.trim()
  await createApi({ token: () => token }).admin.tasks.get({ query: { limit: 1 } })
  session.signIn(token)
}

async function tokenFor(linkCode: string): Promise<string> {
  return (await createApi()['sign-in'].post({ code: linkCode }, { key: null })).token
}

/** What the server wrote into the page; read once, since it never changes. */
export const settings = pageSettings() as ConsoleSettings
