import { readBlobs } from '../../src/providers/routing/roads/pbf/blobs'
import { readBlock } from '../../src/providers/routing/roads/pbf/block'
import { readNodes, WayReader } from '../../src/providers/routing/roads/pbf/elements'
import { writeOsm, type OsmNode, type OsmWay } from '../../tests/support/osm-writer'

interface Piece {
  nodes: OsmNode[]
  ways: OsmWay[]
}

/** Roads between neighboring copies, at most this many per side. */
const linksPerSide = 40
const throughRoads = /^(motorway|trunk|primary|secondary|tertiary|residential|unclassified)$/

/** Writes a map with many copies of a small one, side by side in rows and joined by roads. */
export function writeTiled(source: string, target: string, rows: number, columns: number): void {
  const piece = readHighways(source)
  const { nodes } = piece
  const [lats, lngs] = [nodes.map(({ lat }) => lat), nodes.map(({ lng }) => lng)]
  const [south, north, west, east] = [...range(lats), ...range(lngs)]
  const height = north - south + 0.002
  const width = east - west + 0.002
  const idIn = (copy: number, node: number): number => 1 + copy * nodes.length + node
  const sides = {
    north: linksOf(piece, ({ lat }) => lat > north - 0.01),
    south: linksOf(piece, ({ lat }) => lat < south + 0.01),
    east: linksOf(piece, ({ lng }) => lng > east - 0.01),
    west: linksOf(piece, ({ lng }) => lng < west + 0.03),
  }
  writeOsm(target, {
    nodes: (function* () {
      for (let copy = 0; copy < rows * columns; copy += 1)
        for (const [at, { lat, lng, tags }] of nodes.entries())
          yield {
            id: idIn(copy, at),
            lat: lat + Math.floor(copy / columns) * height,
            lng: lng + (copy % columns) * width,
            tags,
          }
    })(),
    ways: (function* () {
      let id = 0
      for (let copy = 0; copy < rows * columns; copy += 1) {
        for (const { refs, tags } of piece.ways)
          yield { id: (id += 1), refs: refs.map((ref) => idIn(copy, ref)), tags: named(tags, copy) }
        for (const [from, to, other, exists] of [
          [sides.east, sides.west, copy + 1, copy % columns < columns - 1],
          [sides.north, sides.south, copy + columns, copy < columns * (rows - 1)],
        ] as const)
          for (let at = 0; exists && at < Math.min(from.length, to.length); at += 1)
            yield {
              id: (id += 1),
              refs: [idIn(copy, from[at]!), idIn(other, to[at]!)],
              tags: { highway: 'trunk', maxspeed: '90', oneway: 'no' },
            }
      }
    })(),
  })
}

/** Each town has street names of its own, and names take memory. */
function named(tags: OsmWay['tags'], copy: number): OsmWay['tags'] {
  return tags.name === undefined ? tags : { ...tags, name: `${tags.name} ${copy}` }
}

/** Nodes of through roads in a strip, evenly chosen. */
function linksOf({ nodes, ways }: Piece, inStrip: (node: OsmNode) => boolean): number[] {
  const found = new Set(
    ways
      .filter(({ tags }) => throughRoads.test(tags.highway ?? ''))
      .flatMap(({ refs }) => refs.filter((ref) => inStrip(nodes[ref]!))),
  )
  const every = Math.max(1, Math.floor(found.size / linksPerSide))
  return [...found].filter((_, at) => at % every === 0).slice(0, linksPerSide)
}

/** A file's roads; the ways refer to nodes by their position in the list. */
function readHighways(path: string): Piece {
  const places = new Map<number, OsmNode>()
  const ways: OsmWay[] = []
  const reader = new WayReader()
  for (const blob of readBlobs(path)) {
    if (blob.type !== 'OSMData') continue
    const block = readBlock(blob.unpack())
    for (const group of block.groups()) {
      const some = readNodes(block, group)
      if (some) {
        const signals = signalsOf(block.words.find('highway'), block.words.find('traffic_signals'), some.tags)
        for (let at = 0; at < some.count; at += 1)
          places.set(some.ids[at]!, {
            id: some.ids[at]!,
            lat: some.lats[at]!,
            lng: some.lngs[at]!,
            tags: signals.has(at) ? { highway: 'traffic_signals' } : {},
          })
      } else if (group.kind === 'way') {
        const { keys, values, refs, refCount, id } = reader.read(group.cursor)
        const tags = Object.fromEntries(
          keys.map((key, at) => [block.words.at(key), block.words.at(values[at]!)]),
        )
        if (tags.highway !== undefined) ways.push({ id, tags, refs: [...refs.subarray(0, refCount)] })
      }
    }
  }
  return renumber(places, ways)
}

function signalsOf(highway: number, signals: number, tags: number[]): Set<number> {
  const found = new Set<number>()
  for (let node = 0, at = 0; at < tags.length; node += 1, at += 1)
    for (; tags[at] !== 0 && at < tags.length; at += 2)
      if (tags[at] === highway && tags[at + 1] === signals) found.add(node)
  return found
}

function renumber(places: Map<number, OsmNode>, ways: OsmWay[]): Piece {
  const numbers = new Map<number, number>()
  const nodes: OsmNode[] = []
  const numbered = ways.map((way) => ({
    ...way,
    refs: way.refs.flatMap((ref) => {
      const node = places.get(ref)
      if (node === undefined) return []
      if (!numbers.has(ref)) {
        numbers.set(ref, nodes.length)
        nodes.push(node)
      }
      return [numbers.get(ref)!]
    }),
  }))
  return { nodes, ways: numbered.filter(({ refs }) => refs.length > 1) }
}

function range(values: number[]): [lowest: number, highest: number] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}
