import { join } from 'node:path'
import { wrapLongitude, type Point } from '../../../../src/lib/geo'
import { buildGraph } from '../../../../src/providers/routing/roads/compile/compile'
import type { RoadGraph } from '../../../../src/providers/routing/roads/graph'
import {
  writeOsm,
  type OsmMap,
  type OsmNode,
  type OsmRelation,
  type OsmWay,
  type WriterOptions,
} from '../../../support/osm-writer'
import { temporaryFolder } from '../../../support/temp'

/** About 200 m to the north; the town is at the equator, so the same to the east. */
export const block = 0.0018

/** A map drawn by hand: named corners, and roads between them. */
export class Sketch {
  readonly #nodes = new Map<string, OsmNode>()
  readonly #ways: OsmWay[] = []
  readonly #relations: OsmRelation[] = []
  #lost = 0

  constructor(readonly origin: Point = { lat: 0, lng: 10 }) {}

  /** A place this many blocks north and east of the origin. */
  at(north: number, east: number): Point {
    return { lat: this.origin.lat + north * block, lng: wrapLongitude(this.origin.lng + east * block) }
  }

  corner(name: string, north: number, east: number, tags: Record<string, string> = {}): this {
    this.#nodes.set(name, { id: this.#nodes.size + 1, ...this.at(north, east), tags })
    return this
  }

  road(names: string, tags: Record<string, string> = {}): this {
    const refs = names.split(' ').map((name) => this.#nodes.get(name)?.id ?? this.#missing(name))
    this.#ways.push({ id: 1_000 + this.#ways.length, refs, tags: { highway: 'residential', ...tags } })
    return this
  }

  /** Forbids or mandates a turn between two roads, by their numbers in drawing order. */
  turn(restriction: string, from: number, via: string, to: number): this {
    this.#relations.push({
      id: 2_000 + this.#relations.length,
      tags: { type: 'restriction', restriction },
      members: [
        { type: 'way', id: 1_000 + from, role: 'from' },
        { type: 'node', id: this.#nodes.get(via)!.id, role: 'via' },
        { type: 'way', id: 1_000 + to, role: 'to' },
      ],
    })
    return this
  }

  get map(): OsmMap {
    return { nodes: this.#nodes.values(), ways: this.#ways, relations: this.#relations }
  }

  write(options: WriterOptions = {}): string {
    const path = join(temporaryFolder('osm'), 'map.osm.pbf')
    writeOsm(path, this.map, options)
    return path
  }

  graph(): RoadGraph {
    return buildGraph(this.write(), { source: 'map.osm.pbf', importedAt: '2026-03-02T08:00:00.000Z' })
  }

  /** A node the roads name and the file lacks. */
  #missing(name: string): number {
    if (!name.startsWith('?')) throw new Error(`no corner ${name}`)
    return 9_000 + (this.#lost += 1)
  }
}

/** A town of square blocks: streets every 200 m, this many blocks in each direction. */
export function squareTown(blocks: number, origin?: Point): Sketch {
  const town = new Sketch(origin)
  const line = Array.from({ length: blocks + 1 }, (_, at) => at)
  for (const north of line) for (const east of line) town.corner(`${north}/${east}`, north, east)
  for (const north of line) town.road(line.map((east) => `${north}/${east}`).join(' '))
  for (const east of line) town.road(line.map((north) => `${north}/${east}`).join(' '))
  return town
}
