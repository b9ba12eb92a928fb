import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { MapFault } from '../graph'
import { Cursor } from './block'

/** A compressed part of the file. */
export interface Blob {
  type: string
  /** The number of blobs before it in the file. */
  index: number
  /** The part of the file that has been read so far, including this blob. */
  progress: number
  unpack(): Uint8Array
}

/** The limits of the format. */
const largestHeader = 64 * 1024
const largestBlob = 32 * 1024 * 1024
const words = new TextDecoder()

/** Reads a file's blobs one at a time, because a file can be larger than the memory. */
export function* readBlobs(path: string): Generator<Blob> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) throw new MapFault('The file is empty')
    let at = 0
    for (let index = 0; at < size; index += 1) {
      const headerLength = read(file, at, 4).readUInt32BE(0)
      if (headerLength > largestHeader)
        throw new MapFault(index === 0 ? "The file isn't an OSM PBF file" : 'The map file is damaged')
      const { type, length } = readHeader(read(file, at + 4, headerLength))
      const start = at + 4 + headerLength
      at = start + length
      yield { type, index, progress: at / size, unpack: () => unpack(read(file, start, length)) }
    }
  } finally {
    closeSync(file)
  }
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const got = readSync(file, bytes, done, length - done, at + done)
    if (got === 0) throw new MapFault('The map file is incomplete. Download or copy it again.')
    done += got
  }
  return bytes
}

function readHeader(bytes: Uint8Array): { type: string; length: number } {
  const cursor = new Cursor(bytes)
  let type = ''
  let length = -1
  while (cursor.more) {
    const tag = cursor.varint()
    if (tag >> 3 === 1) type = words.decode(cursor.section().rest())
    else if (tag >> 3 === 3) length = cursor.varint()
    else cursor.skip(tag)
  }
  if (!type.startsWith('OSM') || length < 0 || length > largestBlob)
    throw new MapFault("The file isn't an OSM PBF file, or it's damaged")
  return { type, length }
}

function unpack(bytes: Uint8Array): Uint8Array {
  const cursor = new Cursor(bytes)
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 1) return cursor.section().rest()
    if (field === 3) return inflate(cursor.section().rest())
    if (field > 3) throw new MapFault("The map file isn't compressed with zlib. Use an extract that is.")
    cursor.skip(tag)
  }
  throw new MapFault('The map file is damaged: a block has no data')
}

function inflate(packed: Uint8Array): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: largestBlob })
  } catch (error) {
    throw new MapFault("The map file is damaged: a block can't be unpacked", { cause: error })
  }
}
