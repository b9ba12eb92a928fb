import { MapFault } from '../graph'
import { readBlobs } from '../pbf/blobs'
import { readBlock, type Words } from '../pbf/block'
import { readRelation, WayReader, type Relation } from '../pbf/elements'
import { Growing } from './arrays'
import { Labels } from './labels'
import { labelOf, roadOf, roadTags, type Road, type RoadTag } from './road'

/** A forbidden or mandatory turn from one way over a node to another way. */
export interface Restriction {
  from: number
  via: number
  to: number
  only: boolean
}

/** The nodes of all ways. Those of a way run from its entry to the next way's entry. */
export interface WayNodes {
  firstRef: Uint32Array
  refs: Float64Array
}

/** The drivable ways of a file, in parallel arrays. */
export interface Ways {
  count: number
  ids: Float64Array
  ranks: Uint8Array
  marks: Uint16Array
  forward: Uint8Array
  backward: Uint8Array
  /** The label of each way, as a number in `labels`. */
  label: Uint32Array
  labels: Labels
  restrictions: Restriction[]
  /** Blobs that contain nodes; the others need not be unpacked again. */
  nodeBlobs: ReadonlySet<number>
}

export type Progress = (share: number) => void

/** Reads the ways a car can use and the forbidden turns between them. */
export function readWays(path: string, progress: Progress): { ways: Ways; along: WayNodes } {
  const collector = new Collector()
  let blocks = 0
  for (const blob of readBlobs(path)) {
    if (blob.index === 0 && blob.type !== 'OSMHeader') throw new MapFault("The file isn't an OSM PBF file")
    if (blob.type === 'OSMData') {
      collector.take(blob.unpack(), blob.index)
      blocks += 1
    }
    progress(blob.progress)
  }
  if (blocks === 0) throw new MapFault('The file has no map data')
  return collector.finish()
}

class Collector {
  readonly #reader = new WayReader()
  readonly #ids = new Growing(Float64Array)
  readonly #ranks = new Growing(Uint8Array)
  readonly #marks = new Growing(Uint16Array)
  readonly #forward = new Growing(Uint8Array)
  readonly #backward = new Growing(Uint8Array)
  readonly #label = new Growing(Uint32Array)
  readonly #labels = new Labels()
  readonly #firstRef = new Growing(Uint32Array)
  readonly #refs = new Growing(Float64Array)
  readonly #restrictions: Restriction[] = []
  readonly #nodeBlobs = new Set<number>()

  take(bytes: Uint8Array, blob: number): void {
    const block = readBlock(bytes)
    let keys: Map<RoadTag, number> | undefined
    for (const { kind, cursor } of block.groups()) {
      if (kind === 'dense' || kind === 'nodes') this.#nodeBlobs.add(blob)
      else if (kind === 'way')
        this.#takeWay(this.#reader.read(cursor), block.words, (keys ??= keysOf(block.words)))
      else if (kind === 'relation') this.#restrictions.push(...restrictionOf(readRelation(block, cursor)))
    }
  }

  finish(): { ways: Ways; along: WayNodes } {
    this.#firstRef.push(this.#refs.length)
    const ways = {
      count: this.#ids.length,
      ids: this.#ids.finish(),
      ranks: this.#ranks.finish(),
      marks: this.#marks.finish(),
      forward: this.#forward.finish(),
      backward: this.#backward.finish(),
      label: this.#label.finish(),
      labels: this.#labels,
      restrictions: this.#restrictions,
      nodeBlobs: this.#nodeBlobs,
    }
    return { ways, along: { firstRef: this.#firstRef.finish(), refs: this.#refs.finish() } }
  }

  #takeWay(way: WayReader, words: Words, keys: Map<RoadTag, number>): void {
    if (way.refCount < 2 || !way.keys.includes(keys.get('highway')!)) return
    const tags = (name: RoadTag) => way.value(words, keys.get(name)!)
    const road = roadOf(tags)
    if (road === null || (road.forward === 0 && road.backward === 0)) return
    this.#keep(way, road)
    this.#label.push(this.#labels.number(labelOf(tags, road.rank)))
  }

  #keep(way: WayReader, road: Road): void {
    this.#ids.push(way.id)
    this.#ranks.push(road.rank)
    this.#marks.push(road.marks)
    this.#forward.push(road.forward)
    this.#backward.push(road.backward)
    this.#firstRef.push(this.#refs.length)
    this.#refs.pushAll(way.refs.subarray(0, way.refCount))
  }
}

const keysOf = (words: Words) => new Map(roadTags.map((name) => [name, words.find(name)]))

/**
 * Restrictions over a node. Those over a way are rare, and those for trucks or certain hours don't concern
 * us.
 */
function restrictionOf({ tag, members }: Relation): Restriction[] {
  if (tag('type') !== 'restriction') return []
  const kind = tag('restriction') || tag('restriction:motorcar') || tag('restriction:motor_vehicle')
  const [from, via, to] = ['from', 'via', 'to'].map((role) => members.find((member) => member.role === role))
  if (!/^(no|only)_/.test(kind) || /motorcar|motor_vehicle/.test(tag('except'))) return []
  if (from?.type !== 'way' || via?.type !== 'node' || to?.type !== 'way') return []
  return [{ from: from.id, via: via.id, to: to.id, only: kind.startsWith('only_') }]
}
