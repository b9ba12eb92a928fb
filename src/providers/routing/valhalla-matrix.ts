import { z } from 'zod'
import { upstream } from '../../lib/errors'
import type { Point } from '../../lib/geo'
import { askForJson, below } from '../upstream'
import { engineInWords as who } from './types'

/** Valhalla accepts 2,500 pairs at a time by default. */
const side = 50
const atOnce = 4

/** Seconds for each pair, or null if there is no route. */
const Answer = z.looseObject({
  sources_to_targets: z.array(z.array(z.looseObject({ time: z.number().nullable() }))),
})

interface Block {
  row: number
  column: number
  from: readonly Point[]
  to: readonly Point[]
}

export async function valhallaMatrix(
  url: string,
  from: readonly Point[],
  to: readonly Point[],
  signal: AbortSignal,
): Promise<Float64Array[]> {
  const minutes = from.map(() => new Float64Array(to.length).fill(Infinity))
  const blocks = inBlocks(from, to)
  const work = async () => {
    for (let block = blocks.pop(); block; block = blocks.pop()) {
      const { row, column } = block
      const times = await askForBlock(url, block, signal)
      for (const [i, line] of times.entries()) {
        const found = minutes[row + i]
        for (const [j, { time }] of line.entries()) if (found && time !== null) found[column + j] = time / 60
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return minutes
}

function inBlocks(from: readonly Point[], to: readonly Point[]): Block[] {
  const blocks: Block[] = []
  for (let row = 0; row < from.length; row += side)
    for (let column = 0; column < to.length; column += side)
      blocks.push({ row, column, from: from.slice(row, row + side), to: to.slice(column, column + side) })
  return blocks
}

async function askForBlock(url: string, { from, to }: Block, signal: AbortSignal) {
  const location = ({ lat, lng }: Point) => ({ lat, lon: lng })
  const body = { sources: from.map(location), targets: to.map(location), costing: 'auto' }
  const answer = await askForJson({ who, url: below(url, '/sources_to_targets'), body, signal })
  const times = answer.status === 200 ? Answer.safeParse(answer.body).data?.sources_to_targets : undefined
  const fits = times?.length === from.length && times.every((line) => line.length === to.length)
  if (!fits) throw upstream(who, new Error(`Valhalla answered ${answer.status} to a matrix`))
  return times
}
