import { keepPace } from '../estimate'
import type { Import, ImportNews } from '.'
import { buildGraph } from './compile/compile'
import { mapFile, writeMap } from './file'
import { fitPace } from './fit-pace'
import { MapFault } from './graph'

declare const self: Worker

const tell = (news: ImportNews): void => self.postMessage(news, [])
/** Smaller steps of progress aren't worth reporting. */
const step = 0.01

self.addEventListener('message', ({ data: { file, dataDir, about } }: MessageEvent<Import>) => {
  let told = -1
  try {
    const graph = buildGraph(file, about, (stage, share) => {
      if (share > told && share < told + step && share < 1) return
      told = share
      tell({ stage, share })
    })
    writeMap(mapFile(dataDir), graph)
    keepPace(dataDir, fitPace(graph))
    tell({ done: graph.info })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    tell({ failure, fault: error instanceof MapFault })
  }
})
