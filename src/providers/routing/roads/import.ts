import type { ImportProgress, Stage } from './build/build'
import { MapFault } from './fault'
import type { MapInfo } from './graph'

/** What to import, from where to where. */
export interface Import {
  file: string
  dataDir: string
  about: Pick<MapInfo, 'source' | 'importedAt'>
}

export type ImportNews =
  | { stage: Stage; share: number }
  | { done: MapInfo }
  /** A fault is the map's, anything else ours. */
  | { failure: string; fault: boolean }

/** Imports a map in a thread of its own. What is there stays in use until the new one is whole. */
export function importMap(wanted: Import, progress: ImportProgress): Promise<MapInfo> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url).href)
    const end = (settle: () => void): void => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ImportNews>) => {
      if ('stage' in data) progress(data.stage, data.share)
      else if ('done' in data) end(() => resolve(data.done))
      else end(() => reject(data.fault ? new MapFault(data.failure) : new Error(data.failure)))
    })
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message))))
    worker.postMessage(wanted, [])
  })
}
