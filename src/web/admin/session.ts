import { createApi, type Api } from '../client/api'
import { pageSettings } from '../client/mount'
import { takeFragmentToken, keptForThisTab } from '../client/storage'
import type { ConsoleSettings } from '../page-routes'

const kept = keptForThisTab<string>('hq-token')

let token = takeFragmentToken() ?? kept.read()
if (token !== null) kept.write(token)

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

/** Whether a token is good, before anything is kept of it. */
export async function tryToken(given: string): Promise<void> {
  await createApi({ token: () => given }).admin.tasks.get({ query: { limit: 1 } })
}

/** What the server wrote into the page; read once, since it never changes. */
export const settings = pageSettings() as ConsoleSettings
