import type { Words } from '../pbf/block'

/** What a node does to a road that leads over it. */
export const nodeKind = { unknown: 0, plain: 1, signals: 2, gate: 3, booth: 4, blocked: 5 } as const

const gates = new Set(['gate', 'lift_gate', 'swing_gate', 'sliding_gate', 'hampshire_gate', 'wicket_gate'])
const blocks = new Set([
  'bollard',
  'block',
  'jersey_barrier',
  'cycle_barrier',
  'motorcycle_barrier',
  'debris',
  'log',
])
const open = new Set(['yes', 'permissive', 'designated', 'destination', 'customers', 'delivery'])

/** Looks at the tags of nodes in one block; most nodes have none, so words are found by number. */
export function nodeKinds(words: Words): (tags: readonly number[], from: number, to: number) => number {
  const keys = ['highway', 'barrier', 'motor_vehicle', 'vehicle', 'access'].map((name) => words.find(name))
  const [highway, barrier] = keys
  const signals = words.find('traffic_signals')
  return (tags, from, to) => {
    let kind: number = nodeKind.plain
    for (let at = from; at < to; at += 2) {
      if (tags[at] === highway && tags[at + 1] === signals) kind = nodeKind.signals
      if (tags[at] === barrier)
        kind = barrierKind(words, tags.slice(from, to), words.at(tags[at + 1]!), keys.slice(2))
    }
    return kind
  }
}

/** What the access tags say goes before what such a barrier usually does. */
function barrierKind(words: Words, tags: readonly number[], barrier: string, accessKeys: number[]): number {
  const at = accessKeys
    .map((key) => tags.findIndex((tag, i) => i % 2 === 0 && tag === key))
    .find((i) => i !== -1)
  const access = at === undefined ? '' : words.at(tags[at + 1]!)
  if (barrier === 'toll_booth') return nodeKind.booth
  if (open.has(access)) return nodeKind.plain
  if (access === 'no') return nodeKind.blocked
  if (blocks.has(barrier)) return nodeKind.blocked
  return gates.has(barrier) ? nodeKind.gate : nodeKind.plain
}
