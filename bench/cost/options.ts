import { parseArgs } from 'node:util'
import { pathNames, type PathName } from './paths'

export interface Options {
  only: PathName[]
  rounds: number
  /** Requests of a round, the same for all paths; null for each path's own number. */
  requests: number | null
  write: boolean
  plantMicros: number
}

export const usage = `bun run bench:cost [--only ${pathNames.join(',')}] [--rounds 4] [--requests 1000] [--write] [--plant 0]

The processor time of the hot paths, as a ratio to a bare server that answers the same requests. Exits with 1 if a
ratio is more than 1.3 times the one in bench/cost/ratios.json.
  --rounds    how many times each server is measured; the least counts
  --requests  requests of a round; each path has its own number unless it is given
  --write     writes the measured ratios to bench/cost/ratios.json; a higher one needs a line in CHANGELOG.md
  --plant     slows down every statement of the service by this many microseconds, to see the guard fail`

/** Null when help was requested; throws with a sentence for the user when an option is invalid. */
export function parseOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: pathNames.join(',') },
      rounds: { type: 'string', default: '4' },
      requests: { type: 'string' },
      write: { type: 'boolean', default: false },
      plant: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const options = {
    only: choosePaths(values.only),
    rounds: wholeNumber('--rounds', values.rounds, 1, 20),
    requests: values.requests === undefined ? null : wholeNumber('--requests', values.requests, 32, 100_000),
    write: values.write,
    plantMicros: wholeNumber('--plant', values.plant, 0, 100_000),
  }
  if (options.write && options.plantMicros > 0) throw new Error('--plant and --write exclude each other')
  return options
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`${name} takes a whole number from ${least} to ${most}`)
  return number
}

function choosePaths(list: string): PathName[] {
  const asked = new Set(list.split(',').map((name) => name.trim()))
  const unknown = [...asked].filter((name) => !pathNames.some((known) => known === name))
  if (unknown.length > 0) throw new Error(`--only knows ${pathNames.join(', ')}, not ${unknown.join(', ')}`)
  return pathNames.filter((name) => asked.has(name))
}
