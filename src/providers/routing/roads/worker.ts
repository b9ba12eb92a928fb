import { OffTheMap, RoadEngine } from './engine'
import { openMap } from './file'
import type { RoadGraph } from './graph'
import { StreetTiles } from './streets/tile'
import type { Answers, Asked, Question, Replied } from './pool'

declare const self: Worker

/** Opened with the first question. A worker uses one map for its whole life. */
let opened: Opened | undefined

interface Opened {
  graph: RoadGraph
  engine: RoadEngine
  streets: StreetTiles
}

function open(map: string): Opened {
  if (opened === undefined) {
    const graph = openMap(map)
    opened = { graph, engine: new RoadEngine(graph), streets: new StreetTiles(graph) }
  }
  return opened
}

function answer({ map, question }: Asked): Answers[Question['kind']] {
  const { graph, engine, streets } = open(map)
  if (question.kind === 'areas') return engine.areas(question.from, question.minutes)
  if (question.kind === 'route') return engine.route(question.from, question.to)
  if (question.kind === 'streets') return JSON.stringify(streets.cut(question.tile))
  if (question.kind === 'times') return engine.travelTimes(question.from, question.to)
  return graph.info
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  self.postMessage(reply(data), [])
})

function reply(asked: Asked): Replied {
  const { number } = asked
  try {
    return { number, answer: answer(asked) }
  } catch (error) {
    const trouble = error instanceof OffTheMap ? 'off-the-map' : 'broken'
    return { number, trouble, words: error instanceof Error ? error.message : String(error) }
  }
}
