import { useEffect, useState } from 'preact/hooks'

type Change = Record<string, string | null | undefined>

/** Where one is in the console is in the address: it can be bookmarked, sent on and gone back from. */
interface Address {
  get(name: string): string
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

/** To a tab, leaving everything about the one before behind. */
export const linkTo = (tab: string, about: Change = {}): string => `/admin?${changed('', { tab, ...about })}`

export function goTo(tab: string, about: Change = {}): void {
  history.pushState(null, '', linkTo(tab, about))
  tell()
}

/** Changes part of the address. `step` makes it a step that Back takes back. */
export function setAddress(change: Change, { step = false } = {}): void {
  const next = `/admin?${changed(location.search, change)}`
  if (next === location.pathname + location.search) return
  if (step) history.pushState(null, '', next)
  else history.replaceState(null, '', next)
  tell()
}

function changed(search: string, change: Change): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '') query.delete(name)
    else query.set(name, value)
  }
  return query.toString()
}

export function useAddress(): Address {
  const [search, setSearch] = useState(location.search)
  useEffect(() => {
    const look = () => setSearch(location.search)
    listeners.add(look)
    look()
    return () => void listeners.delete(look)
  }, [])
  const query = new URLSearchParams(search)
  return { get: (name) => query.get(name) ?? '' }
}

/** Opens a job above whatever is shown. */
export const openJob = (id: string | null): void => setAddress({ job: id }, { step: true })
