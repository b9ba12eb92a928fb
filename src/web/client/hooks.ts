import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Page } from './api'
import { ApiError, messageOf, wholeMessageOf } from '../api-error'
import { together } from './idle'

export interface Loaded<T> {
  data: T | null
  problem: string | null
  loading: boolean
  reload: () => void
  /** Loads again in the background; errors are ignored. */
  refresh: () => void
}

/**
 * Loads on mount and whenever `about` changes; outdated answers are dropped. Answers that come at about the same time
 * are shown together.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[] = [],
  others: () => Promise<void> = together,
): Loaded<T> & { stopRefresh: () => void } {
  const [state, setState] = useState<State<T>>({ data: null, problem: null, loading: true })
  const [round, setRound] = useState(0)
  const quiet = useQuietLoad(load, (data) => setState({ data, problem: null, loading: false }))
  // The request leaves before the browser paints, so that the answer comes while it does.
  useLayoutEffect(() => {
    quiet.stop()
    const control = new AbortController()
    setState((before) => (before.loading ? before : { ...before, loading: true }))
    const loadWithOthers = async () => {
      const data = await load(control.signal)
      await others()
      return data
    }
    loadWithOthers().then(
      (data) => !control.signal.aborted && setState({ data, problem: null, loading: false }),
      (error: unknown) =>
        !control.signal.aborted &&
        setState((before) => ({ ...before, problem: wholeMessageOf(error), loading: false })),
    )
    return () => {
      control.abort()
      quiet.stop()
    }
  }, [...about, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  const isLoading = useRef(true)
  isLoading.current = state.loading
  const refresh = useCallback(() => !isLoading.current && quiet.start(), [])
  return { ...state, reload, refresh, stopRefresh: quiet.stop }
}

type State<T> = Pick<Loaded<T>, 'data' | 'problem' | 'loading'>

/** Runs one background load at a time and cancels it when the user starts a load. */
function useQuietLoad<T>(load: (signal: AbortSignal) => Promise<T>, onLoaded: (data: T) => void) {
  const latest = useRef({ load, onLoaded })
  latest.current = { load, onLoaded }
  const running = useRef<AbortController | null>(null)
  const stop = useCallback(() => {
    running.current?.abort()
    running.current = null
  }, [])
  const start = useCallback(() => {
    if (running.current !== null || isDragging()) return
    const control = new AbortController()
    running.current = control
    latest.current
      .load(control.signal)
      .then((data) => !control.signal.aborted && !isDragging() && latest.current.onLoaded(data))
      .catch(() => null)
      .finally(() => running.current === control && stop())
  }, [])
  return { start, stop }
}

/** A list by cursor: loads the first page on mount or when `about` changes, and later pages on request. */
export function usePages<T>(
  loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
  about: readonly unknown[] = [],
) {
  const [later, setLater] = useState<Page<T> | null>(null)
  const [busy, setBusy] = useState(false)
  const first = useLoad((signal) => loadPage(null, signal), about)
  useEffect(() => setLater(null), [first.data])
  const items = [...(first.data?.items ?? []), ...(later?.items ?? [])]
  const cursor = later === null ? (first.data?.nextCursor ?? null) : later.nextCursor
  const showMore = async () => {
    if (cursor === null || busy) return
    setBusy(true)
    first.stopRefresh()
    try {
      const next = await loadPage(cursor, new AbortController().signal)
      setLater({ items: [...(later?.items ?? []), ...next.items], nextCursor: next.nextCursor })
    } finally {
      setBusy(false)
    }
  }
  // A background refresh would replace the list with its first page, so longer lists skip it.
  const isLong = useRef(false)
  isLong.current = later !== null || busy
  const refresh = useCallback(() => !isLong.current && first.refresh(), [])
  return { ...first, refresh, items, more: cursor !== null, busy, showMore }
}

export interface Action<A extends unknown[]> {
  run: (...args: A) => Promise<boolean>
  busy: boolean
  problem: string | null
  /** The error for each field of the submitted form. */
  fields: Record<string, string>
  clear: () => void
}

/** Something a person starts: runs once at a time and keeps the error to show. */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  const run = async (...args: A): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await work(...args)
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    run,
    busy,
    problem: error === null ? null : messageOf(error),
    fields: error instanceof ApiError ? error.fields : {},
    clear: () => setError(null),
  }
}

let dragging = false

/** Holds background refreshes during a drag, because they would remove the dragged element. */
export function holdRefresh(on: boolean): void {
  dragging = on
}

const isDragging = (): boolean => dragging
