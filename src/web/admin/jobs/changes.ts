import { useEffect } from 'preact/hooks'

const listeners = new Set<() => void>()

/** Something was done to a job: whatever shows jobs looks again. */
export function jobsChanged(): void {
  for (const listener of listeners) listener()
}

export function useJobsChanged(look: () => void): void {
  useEffect(() => {
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [look])
}
