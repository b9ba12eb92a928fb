import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { draftOf } from './draft'
import { gazetteerEdition } from './format'
import { GazetteerSearch } from './search'

export interface OpenGazetteer {
  search: GazetteerSearch
  close(): void
}

/** Opens the gazetteer, building it first where there is none of this edition. */
export async function openGazetteer(path: string, calledOff?: AbortSignal): Promise<OpenGazetteer> {
  const ready = openExisting(path)
  if (ready) return ready
  mkdirSync(dirname(path), { recursive: true })
  await buildInWorker(path, calledOff)
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

/**
 * Building takes seconds of computing, which must not be those of a request – nor of somebody who stops the
 * service before it is done: a build that is called off ends where it is, and the next start begins anew.
 */
async function buildInWorker(path: string, calledOff?: AbortSignal): Promise<void> {
  calledOff?.throwIfAborted()
  const { promise: built, resolve, reject } = Promise.withResolvers<void>()
  const draft = draftOf(path)
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url).href)
  const stop = () => reject(calledOff?.reason)
  worker.addEventListener('message', (event: MessageEvent<Answer>) => {
    if ('built' in event.data) resolve()
    else reject(new Error(event.data.failure))
  })
  worker.addEventListener('error', (event) => reject(new Error(event.message)))
  calledOff?.addEventListener('abort', stop)
  worker.postMessage({ path, draft }, [])
  try {
    await built
  } finally {
    calledOff?.removeEventListener('abort', stop)
    worker.terminate()
    rmSync(draft, { force: true })
  }
}
