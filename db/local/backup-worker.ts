import { copyChecked, type CopyOrder } from './backup'

declare const self: Worker

self.addEventListener('message', (event: MessageEvent<CopyOrder>) => {
  try {
    copyChecked(event.data)
    self.postMessage({ done: true })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
