import { StoreError } from '../store'

type Answer = { bytes: number } | { failure: string }

/** Copying blocks the thread that does it, so it happens in a worker, on a connection of its own. */
export function backupInWorker(from: string, to: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url).href)
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      worker.terminate()
      if ('bytes' in event.data) resolve(event.data.bytes)
      else reject(new StoreError(event.data.failure))
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      reject(new StoreError(`The backup failed: ${event.message}`))
    })
    worker.postMessage({ from, to })
  })
}
