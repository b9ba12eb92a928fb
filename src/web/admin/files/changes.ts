import { useEffect } from 'preact/hooks'

const listeners = new Set<() => void>()

/** Makes everything that shows photos reload: the job and the customer's page may both be open. */
export function filesChanged(): void {
  for (const listener of listeners) listener()
}

export function useFilesChanged(look: () => void): void {
  useEffect(() => {
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [look])
}
