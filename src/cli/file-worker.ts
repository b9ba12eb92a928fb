import { assertIntact } from '../../db/local/backup'
import { restoreBackup } from '../../db/local/restore'
import type { FileWork } from './backup'

declare const self: Worker

self.addEventListener('message', async ({ data: work }: MessageEvent<FileWork>) => {
  try {
    if (work.kind === 'restore')
      self.postMessage({ done: await restoreBackup(work.from, work.to, work.overwrite) })
    else self.postMessage({ done: assertIntact(work.path) ?? null })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
