import { useEffect, useState } from 'preact/hooks'

type Change = Record<string, string | null | undefined>

/** The address holds the state of the console, so it can be bookmarked, shared and navigated. */
interface Address {
  get(name: string): string
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

/** A link to a tab without the state of the current one. */
export const linkTo = (tab: string, about: Change = {}): string => `/admin?${changed('', { tab, ...about })}`

export function goTo(tab: string, about: Change = {}): void {
  history.pushState(null, '', linkTo(tab, about))
  tell()
}

/** Changes part of the address. With `step`, the browser's Back button undoes it. */
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

/** Opens a job above the current tab, and one of its forms, such as `schedule`. */
export const openJob = (id: string | null, form: string | null = null): void =>
  setAddress({ job: id, do: form }, { step: true })

/** Follows a link to a page of the console that the service gave us, without loading the console again. */
export function follow(page: string): void {
  const {
    job,
    do: form,
    tab = 'today',
    ...about
  } = Object.fromEntries(new URLSearchParams(page.split('?')[1]))
  if (job === undefined) goTo(tab, about)
  else openJob(job, form ?? null)
}

/** Opens the booking form above the current tab, for a customer or for anyone. */
export const openBooking = (customerId = 'new'): void =>
  setAddress({ book: customerId, job: null }, { step: true })
