import { closeSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

export interface OsmNode {
  id: number
  lat: number
  lng: number
  tags?: Record<string, string>
}

export interface OsmWay {
  id: number
  refs: readonly number[]
  tags: Record<string, string>
}

export interface OsmRelation {
  id: number
  tags: Record<string, string>
  members: { type: 'node' | 'way' | 'relation'; id: number; role: string }[]
}

export interface OsmMap {
  nodes: Iterable<OsmNode>
  ways?: Iterable<OsmWay>
  relations?: Iterable<OsmRelation>
}

export interface WriterOptions {
  /** Nodes one by one instead of densely, as some tools write them. */
  plainNodes?: boolean
  /** Blocks as they are instead of compressed with zlib. */
  uncompressed?: boolean
  /** Elements per block. */
  perBlock?: number
}

/** Writes a map as an OSM PBF file: a header, then blocks of nodes, ways and relations. */
export function writeOsm(
  path: string,
  { nodes, ways = [], relations = [] }: OsmMap,
  options: WriterOptions = {},
): void {
  const file = openSync(path, 'w')
  const write = (type: string, data: Uint8Array): void => {
    for (const bytes of blob(type, data, options)) writeSync(file, bytes)
  }
  try {
    write('OSMHeader', header())
    for (const some of inBlocks(nodes, options))
      write(
        'OSMData',
        block((words) => (options.plainNodes ? plainNodes(some, words) : denseNodes(some, words))),
      )
    for (const some of inBlocks(ways, options))
      write(
        'OSMData',
        block((words) => wayGroup(some, words)),
      )
    for (const some of inBlocks(relations, options))
      write(
        'OSMData',
        block((words) => relationGroup(some, words)),
      )
  } finally {
    closeSync(file)
  }
}

function* inBlocks<T>(items: Iterable<T>, { perBlock = 8_000 }: WriterOptions): Generator<T[]> {
  let some: T[] = []
  for (const item of items) {
    some.push(item)
    if (some.length < perBlock) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Bytes in the protocol buffer wire format. */
class Writer {
  #bytes = new Uint8Array(256)
  #length = 0

  varint(value: number): this {
    this.#reserve(10)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
    return this
  }

  signed(value: number): this {
    return this.varint(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  number(field: number, value: number): this {
    return this.varint(field * 8).varint(value)
  }

  bytes(field: number, data: Uint8Array): this {
    this.varint(field * 8 + 2).varint(data.length)
    this.#reserve(data.length)
    this.#bytes.set(data, this.#length)
    this.#length += data.length
    return this
  }

  text(field: number, text: string): this {
    return this.bytes(field, new TextEncoder().encode(text))
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** A block's strings; each is written once. */
class Words {
  readonly #known = new Map<string, number>([['', 0]])

  at(word: string): number {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    this.#known.set(word, this.#known.size)
    return this.#known.size - 1
  }

  done(): Uint8Array {
    const writer = new Writer()
    for (const word of this.#known.keys()) writer.text(1, word)
    return writer.done()
  }
}

function blob(type: string, data: Uint8Array, { uncompressed }: WriterOptions): Uint8Array[] {
  const body = new Writer()
  if (uncompressed) body.bytes(1, data)
  else body.number(2, data.length).bytes(3, deflateSync(data, { level: 3 }))
  const head = new Writer().text(1, type).number(3, body.done().length).done()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return [length, head, body.done()]
}

const header = (): Uint8Array =>
  new Writer().text(4, 'OsmSchema-V0.6').text(4, 'DenseNodes').text(17, 'Sort.Type_then_ID').done()

function block(group: (words: Words) => Uint8Array): Uint8Array {
  const words = new Words()
  const data = group(words)
  return new Writer().bytes(1, words.done()).bytes(2, data).done()
}

const stored = (degrees: number): number => Math.round(degrees * 1e7)

function denseNodes(nodes: OsmNode[], words: Words): Uint8Array {
  const [ids, lats, lngs, tags] = [new Writer(), new Writer(), new Writer(), new Writer()]
  let [id, lat, lng] = [0, 0, 0]
  for (const node of nodes) {
    ids.signed(node.id - id)
    lats.signed(stored(node.lat) - lat)
    lngs.signed(stored(node.lng) - lng)
    for (const [key, value] of Object.entries(node.tags ?? {}))
      tags.varint(words.at(key)).varint(words.at(value))
    tags.varint(0)
    ;[id, lat, lng] = [node.id, stored(node.lat), stored(node.lng)]
  }
  const dense = new Writer()
    .bytes(1, ids.done())
    .bytes(8, lats.done())
    .bytes(9, lngs.done())
    .bytes(10, tags.done())
  return new Writer().bytes(2, dense.done()).done()
}

function plainNodes(nodes: OsmNode[], words: Words): Uint8Array {
  const group = new Writer()
  for (const { id, lat, lng, tags = {} } of nodes) {
    const node = new Writer().varint(8).signed(id)
    writeTags(node, tags, words).varint(64).signed(stored(lat)).varint(72).signed(stored(lng))
    group.bytes(1, node.done())
  }
  return group.done()
}

function wayGroup(ways: OsmWay[], words: Words): Uint8Array {
  const group = new Writer()
  for (const { id, refs, tags } of ways)
    group.bytes(3, writeTags(new Writer().number(1, id), tags, words).bytes(8, deltas(refs)).done())
  return group.done()
}

const memberTypes = { node: 0, way: 1, relation: 2 } as const

function relationGroup(relations: OsmRelation[], words: Words): Uint8Array {
  const group = new Writer()
  for (const { id, tags, members } of relations) {
    const [roles, types] = [new Writer(), new Writer()]
    for (const { role, type } of members) {
      roles.varint(words.at(role))
      types.varint(memberTypes[type])
    }
    const relation = writeTags(new Writer().number(1, id), tags, words).bytes(8, roles.done())
    group.bytes(
      4,
      relation
        .bytes(9, deltas(members.map((member) => member.id)))
        .bytes(10, types.done())
        .done(),
    )
  }
  return group.done()
}

function writeTags(writer: Writer, tags: Record<string, string>, words: Words): Writer {
  const [keys, values] = [new Writer(), new Writer()]
  for (const [key, value] of Object.entries(tags)) {
    keys.varint(words.at(key))
    values.varint(words.at(value))
  }
  return writer.bytes(2, keys.done()).bytes(3, values.done())
}

function deltas(ids: readonly number[]): Uint8Array {
  const writer = new Writer()
  let before = 0
  for (const id of ids) {
    writer.signed(id - before)
    before = id
  }
  return writer.done()
}
