import { copyVerified } from './backup'

declare const self: Worker

self.addEventListener('message', (event: MessageEvent<{ from: string; to: string }>) => {
  try {
    self.postMessage({ bytes: copyVerified(event.data.from, event.data.to) })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
