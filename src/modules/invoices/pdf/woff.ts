import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/**
 * A font as it is inside a WOFF file, which is the same tables, each compressed. Unpacked once, since the
 * PDF library would unpack it in JavaScript for every document.
 */
export function sfntFromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(sfntHeader + sfntEntry * count)
  writeHeader(directory, woff.readUInt32BE(4), count)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let table = 0; table < count; table++) {
    const from = woffHeader + woffEntry * table
    const to = sfntHeader + sfntEntry * table
    const content = tableAt(woff, from)
    woff.copy(directory, to, from, from + 4)
    directory.writeUInt32BE(woff.readUInt32BE(from + 16), to + 4)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(content.length, to + 12)
    const padding = Buffer.alloc(-content.length & 3)
    tables.push(content, padding)
    offset += content.length + padding.length
  }
  return Buffer.concat([directory, ...tables])
}

function writeHeader(directory: Buffer, flavour: number, count: number): void {
  const power = Math.floor(Math.log2(count))
  const range = sfntEntry * 2 ** power
  directory.writeUInt32BE(flavour, 0)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(range, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(sfntEntry * count - range, 10)
}

function tableAt(woff: Buffer, entry: number): Buffer {
  const offset = woff.readUInt32BE(entry + 4)
  const stored = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const bytes = woff.subarray(offset, offset + stored)
  return stored < length ? inflateSync(bytes) : bytes
}
