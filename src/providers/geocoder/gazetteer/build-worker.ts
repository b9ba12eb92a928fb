import { buildGazetteer } from './build'

declare const self: Worker

self.addEventListener('message', (event: MessageEvent<{ path: string; draft: string }>) => {
  try {
    buildGazetteer(event.data.path, event.data.draft)
    self.postMessage({ built: true }, [])
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) }, [])
  }
})
