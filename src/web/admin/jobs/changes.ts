import { useEffect } from 'preact/hooks'

const listeners = new Set<() => void>()

/** Makes everything that shows jobs reload after a job has changed. */
export function jobsChanged(): void {
  for (const listener of listeners) listener()
}

export function useJobsChanged(look: () => void): void {
  useEffect(() => {
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [look])
}
