import { useEffect } from 'preact/hooks'
import { ApiError, createApi } from '../../client/api'
import { useAction } from '../../client/hooks'
import { keptForThisTab } from '../../client/storage'
import { enterWithSso } from '../session'

/** Only the tab that started a sign-in can finish it. */
interface Pending {
  key: string
  /** The part of the console the person wanted to see. */
  search: string
}

const pending = keptForThisTab<Pending>('sso')
let returned = takeReturned()

/** Reads the identity provider's answer and removes it from the address bar, so nobody bookmarks it. */
function takeReturned(): (Partial<Pending> & { answer: URLSearchParams }) | null {
  const [, page] = /^(.*\/admin)\/sso$/.exec(location.pathname) ?? []
  if (page === undefined) return null
  const known = pending.read()
  const answer = new URLSearchParams(location.search)
  pending.clear()
  history.replaceState(null, '', page + (known?.search ?? ''))
  return { ...known, answer }
}

async function leaveForProvider(): Promise<void> {
  const { url, key } = await createApi()['sign-in'].sso.post(undefined, { key: null })
  pending.write({ key, search: location.search })
  location.assign(url)
}

/** An answer works once, so it is used once. */
async function finish(): Promise<void> {
  const { key, answer } = returned ?? {}
  returned = null
  if (!answer) return
  const [code, state] = [answer.get('code'), answer.get('state')]
  if (code === null || state === null)
    throw new ApiError("Your identity provider didn't sign you in. Try again, or use your email.", 401)
  if (key === undefined)
    throw new ApiError('This sign-in started in another tab or browser. Try again here.', 401)
  const iss = answer.get('iss')
  await enterWithSso({ key, code, state, ...(iss === null ? {} : { iss }) })
}

/** Leads to the identity provider, and takes the person in when they come back. */
export function useSso() {
  const leaving = useAction(leaveForProvider)
  const entering = useAction(finish)
  useEffect(() => {
    if (returned) void entering.run()
  }, [])
  return {
    problem: leaving.problem ?? entering.problem,
    busy: leaving.busy || entering.busy,
    leave: () => void leaving.run(),
  }
}
