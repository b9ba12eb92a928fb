import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, messageOf, wholeMessageOf } from '../api-error'

export interface Loaded<T> {
  data: T | null
  problem: string | null
  loading: boolean
  reload: () => void
}

/** Loads when shown and whenever `about` changes; an answer to an older question is dropped. */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[] = [],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: null, problem: null, loading: true })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    setState((before) => ({ ...before, loading: true }))
    load(control.signal).then(
      (data) => !control.signal.aborted && setState({ data, problem: null, loading: false }),
      (error: unknown) =>
        !control.signal.aborted &&
        setState((before) => ({ ...before, problem: wholeMessageOf(error), loading: false })),
    )
    return () => control.abort()
  }, [...about, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { ...state, reload }
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A list by cursor: the first page when shown or when `about` changes, the next ones on request. */
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
    try {
      const next = await loadPage(cursor, new AbortController().signal)
      setLater({ items: [...(later?.items ?? []), ...next.items], nextCursor: next.nextCursor })
    } finally {
      setBusy(false)
    }
  }
  return { ...first, items, more: cursor !== null, busy, showMore }
}

export interface Action<A extends unknown[]> {
  run: (...args: A) => Promise<boolean>
  busy: boolean
  problem: string | null
  /** What is wrong with each field of the form that was sent. */
  fields: Record<string, string>
  clear: () => void
}

/** Something a person sets off: once at a time, with what went wrong at hand. */
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
