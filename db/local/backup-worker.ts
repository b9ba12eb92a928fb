import { copyVerified, type CopyOrder } from './backup'

declare const self: Worker

self.addEventListener('message', (event: MessageEvent<CopyOrder>) => {
  try {
    self.postMessage({ bytes: copyVerified(event.data) })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
