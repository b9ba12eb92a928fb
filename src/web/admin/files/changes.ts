import { useEffect, useState } from 'preact/hooks'
import type { JobFile } from '../../../modules/files'

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

let removed: JobFile | null = null
const watchers = new Set<(file: JobFile | null) => void>()

/** Remembers the file that was just deleted, so that it can be brought back where it was. */
export function setRemoved(file: JobFile | null): void {
  removed = file
  for (const watcher of watchers) watcher(file)
}

/** The file that was just deleted. It is forgotten with the list it was in. */
export function useRemoved(): JobFile | null {
  const [file, setFile] = useState(removed)
  useEffect(() => {
    watchers.add(setFile)
    return () => {
      watchers.delete(setFile)
      setRemoved(null)
    }
  }, [])
  return file
}
