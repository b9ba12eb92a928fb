import { StoreError } from '../../db/store'

export type FileWork =
  | { kind: 'restore'; from: string; to: string; overwrite: boolean }
  | { kind: 'check'; path: string }

type Answer = { done: string | null } | { failure: string }

/** Work on whole database files blocks the thread that does it, and this one draws how far it is. */
export function workOnFile(work: FileWork): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url).href)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      worker.terminate()
      if ('done' in data) resolve(data.done)
      else reject(new StoreError(data.failure))
    })
    worker.addEventListener('error', ({ message }) => {
      worker.terminate()
      reject(new StoreError(`It failed in the middle: ${message}`))
    })
    worker.postMessage(work)
  })
}
