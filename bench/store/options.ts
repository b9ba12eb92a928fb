import { parseArgs } from 'node:util'
import { CONTESTANT_IDS, type ContestantId } from './contestants'

export interface Options {
  seconds: number
  rounds: number
  only: ContestantId[]
}

export const USAGE = `bun run bench:store [--seconds 6] [--rounds 3] [--only ${CONTESTANT_IDS.join(',')}]

One durable booking per request over HTTP, 64 connections, Truckroll next to its peers.
A run with --only prints its table and leaves docs/benchmarks.md alone.`

/** null when help was requested; throws with a sentence for the user when an option is invalid. */
export function parseOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  return {
    seconds: wholeNumber('--seconds', values.seconds, 60),
    rounds: wholeNumber('--rounds', values.rounds, 15),
    only: values.only === undefined ? [...CONTESTANT_IDS] : chooseContestants(values.only),
  }
}

function wholeNumber(name: string, value: string, most: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new Error(`${name} takes a whole number from 1 to ${most}`)
  }
  return number
}

function chooseContestants(list: string): ContestantId[] {
  const asked = new Set(list.split(',').map((name) => name.trim()))
  const unknown = [...asked].filter((name) => !CONTESTANT_IDS.some((id) => id === name))
  if (unknown.length > 0) {
    throw new Error(`--only knows ${CONTESTANT_IDS.join(', ')}, not ${unknown.join(', ')}`)
  }
  return CONTESTANT_IDS.filter((id) => asked.has(id))
}
