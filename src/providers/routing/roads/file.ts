import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MapFault, type MapInfo, type RoadArrays, type RoadGraph } from './graph'

/** The imported map's file. */
export const mapFile = (dataDir: string): string => join(dataDir, 'roads.map')

/** Increase this when the arrays or their meaning change, so files of another edition are imported again. */
const edition = 2
/** The first edition has no names and kinds of roads, so it is good for routes but not for drawing streets. */
const oldestEdition = 1
const magic = 'TRROADS\n'
/** The magic word, the header's length, the edition, and a hash of the header. */
const preamble = 24
const alignment = 64

const kinds = { Int32Array, Uint32Array, Uint8Array, Float32Array } as const
type Kind = keyof typeof kinds

const layout: Record<keyof RoadArrays, Kind> = {
  vertexLat: 'Int32Array',
  vertexLng: 'Int32Array',
  vertexMarks: 'Uint8Array',
  firstArc: 'Uint32Array',
  arcs: 'Int32Array',
  arcEdge: 'Int32Array',
  arcTwin: 'Int32Array',
  edgeFrom: 'Uint32Array',
  edgeTo: 'Uint32Array',
  edgeMetres: 'Float32Array',
  edgeAlong: 'Int32Array',
  edgeAgainst: 'Int32Array',
  firstBend: 'Uint32Array',
  bends: 'Int32Array',
  bannedFrom: 'Uint32Array',
  bannedTo: 'Uint32Array',
  firstInCell: 'Uint32Array',
  cellEdges: 'Uint32Array',
  edgeKind: 'Uint8Array',
  edgeLabel: 'Uint32Array',
  firstLetter: 'Uint32Array',
  letters: 'Uint8Array',
}
const names = Object.keys(layout) as (keyof RoadArrays)[]

interface Header {
  edition: number
  info: MapInfo
  /** The length of each array and a hash of its bytes, in the order of the layout. */
  sections: { length: number; hash: string }[]
}

export interface MapFile {
  info: MapInfo
  bytes: number
}

const roundUp = (size: number): number => Math.ceil(size / alignment) * alignment
const bytesOf = (array: RoadArrays[keyof RoadArrays]): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
const hashOf = (bytes: Uint8Array): string => Bun.hash.xxHash64(bytes).toString(36)
const nothing = { length: 0, hash: hashOf(new Uint8Array()) }
const damaged = () => new MapFault('The imported map is damaged. Import it again.')

/** Writes a new file and then replaces the old map, so there is always a complete one. */
export function writeMap(path: string, graph: RoadGraph): void {
  const sections = names.map((name) => ({ length: graph[name].length, hash: hashOf(bytesOf(graph[name])) }))
  const header = Buffer.from(JSON.stringify({ edition, info: graph.info, sections } satisfies Header))
  const start = Buffer.alloc(roundUp(preamble + header.length))
  start.write(magic, 'latin1')
  start.writeUInt32LE(header.length, 8)
  start.writeUInt32LE(edition, 12)
  start.writeBigUInt64LE(Bun.hash.xxHash64(header), 16)
  header.copy(start, preamble)
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.part`
  const file = openSync(partial, 'w')
  try {
    writeAll(file, start)
    for (const name of names) {
      const bytes = bytesOf(graph[name])
      writeAll(file, bytes)
      writeAll(file, Buffer.alloc(roundUp(bytes.length) - bytes.length))
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(partial, path)
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, Math.min(bytes.length - at, 2 ** 28))
}

/** Maps the file into memory, so threads share one copy and only used pages are read. */
export function openMap(path: string): RoadGraph {
  const { info, sections, dataAt } = readHeader(path)
  const mapped = Bun.mmap(path)
  let at = dataAt
  const arrays: Partial<Record<keyof RoadArrays, RoadArrays[keyof RoadArrays]>> = {}
  for (const [index, name] of names.entries()) {
    const { length, hash } = sections[index] ?? nothing
    const array = new kinds[layout[name]](mapped.buffer, mapped.byteOffset + at, length)
    if (hashOf(bytesOf(array)) !== hash) throw damaged()
    arrays[name] = array
    at += roundUp(array.byteLength)
  }
  return { info, ...(arrays as RoadArrays) }
}

/** Reads a map's header, or returns null if there is no map. */
export function readMapInfo(path: string): MapFile | null {
  if (!existsSync(path)) return null
  const { info } = readHeader(path)
  return { info, bytes: statSync(path).size }
}

export function removeMap(path: string): boolean {
  const existed = existsSync(path)
  for (const file of [path, `${path}.part`]) rmSync(file, { force: true })
  return existed
}

function readHeader(path: string): Header & { dataAt: number } {
  const size = statSync(path).size
  const start = readStart(path, 0, Math.min(preamble, size))
  if (start.length < preamble || start.toString('latin1', 0, 8) !== magic) throw damaged()
  const found = start.readUInt32LE(12)
  if (found < oldestEdition || found > edition)
    throw new MapFault('The map was imported by another version of Truckroll. Import it again.')
  const length = start.readUInt32LE(8)
  if (preamble + length > size) throw damaged()
  const json = readStart(path, preamble, length)
  if (Bun.hash.xxHash64(json) !== start.readBigUInt64LE(16)) throw damaged()
  const header = JSON.parse(json.toString()) as Header
  const dataAt = roundUp(preamble + length)
  const dataBytes = names.reduce(
    (sum, name, index) =>
      sum + roundUp((header.sections[index]?.length ?? 0) * kinds[layout[name]].BYTES_PER_ELEMENT),
    0,
  )
  if (size !== dataAt + dataBytes) throw damaged()
  return { ...header, dataAt }
}

function readStart(path: string, at: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, at))
  } finally {
    closeSync(file)
  }
}
