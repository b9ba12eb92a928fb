import { createApi, type Api } from '../client/api'
import { pageSettings } from '../client/mount'
import { codeIn, takeFragmentCode, keptForThisTab } from '../client/storage'
import type { ConsoleSettings } from '../page-routes'

const kept = keptForThisTab<string>('hq-token')

let code = takeFragmentCode()
// A new sign-in link replaces the current session.
let token = code === null ? kept.read() : null

let expired = false
const listeners = new Set<() => void>()

function setToken(next: string | null): void {
  token = next
  if (next === null) kept.clear()
  else kept.write(next)
  for (const listener of listeners) listener()
}

/** HQ's token, kept until the browser tab is closed. */
export const session = {
  token: () => token,
  /** Whether the service ended the session, not the user. */
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

/** The code of the sign-in link that opened this page. It works once, so it is returned once. */
export function takeLinkCode(): string | null {
  const taken = code
  code = null
  return taken
}

/** Signs in with a link, its code, or a token. An invalid token isn't stored. */
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

/** Settings the server wrote into the page. They never change, so they are read once. */
export const settings = pageSettings() as ConsoleSettings
