import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { gazetteerEdition } from './format'
import { GazetteerSearch } from './search'

export interface OpenGazetteer {
  search: GazetteerSearch
  close(): void
}

/** Opens the gazetteer, building it first where there is none of this edition. */
export async function openGazetteer(path: string): Promise<OpenGazetteer> {
  const ready = openExisting(path)
  if (ready) return ready
  mkdirSync(dirname(path), { recursive: true })
  await buildInWorker(path)
  const built = openExisting(path)
  if (!built) throw new Error('the gazetteer was built but cannot be opened')
  return built
}

/** Null where there is no file, one of another edition, or one that is damaged: each is cured by building it. */
function openExisting(path: string): OpenGazetteer | null {
  if (!existsSync(path)) return null
  const db = new Database(path, { readonly: true })
  try {
    const row = db.query<{ edition: string }, []>('SELECT edition FROM edition').get()
    if (row?.edition === gazetteerEdition())
      return { search: new GazetteerSearch(db), close: () => db.close() }
  } catch {
    // Read below as any other file that is of no use.
  }
  db.close()
  return null
}

type Answer = { built: true } | { failure: string }

/** Building takes seconds of computing, which must not be those of a request. */
function buildInWorker(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url).href)
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      worker.terminate()
      if ('built' in event.data) resolve()
      else reject(new Error(event.data.failure))
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      reject(new Error(event.message))
    })
    worker.postMessage({ path }, [])
  })
}
