import { promisify } from 'node:util'
import { deflate, inflateSync } from 'node:zlib'

const packed = promisify(deflate)

/** A picture as red, green, blue and opacity of each pixel. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const channels = 4

export async function writePng({ width, height, data }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel, with opacity.
  header.set([8, 6, 0, 0, 0], 8)
  const line = width * channels
  const lines = Buffer.alloc((line + 1) * height)
  for (let row = 0; row < height; row++)
    lines.set(data.subarray(row * line, (row + 1) * line), row * (line + 1) + 1)
  const chunks = [chunk('IHDR', header), chunk('IDAT', await packed(lines)), chunk('IEND')]
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...chunks]))
}

function chunk(name: string, content: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(Bun.hash.crc32(body), body.length + 4)
  return whole
}

/** Reads what our own image library writes: eight bits per channel, three or four channels, not interlaced. */
export function readPng(bytes: Uint8Array): Pixels {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)]
  const [depth, kind, , , interlaced] = view.subarray(24, 29)
  const given = kind === 6 ? 4 : kind === 2 ? 3 : 0
  if (depth !== 8 || given === 0 || interlaced !== 0) throw new Error('This kind of PNG is not supported')
  const content: Uint8Array[] = []
  for (let at = 8; at + 8 <= view.length; at += 12 + view.readUInt32BE(at))
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT')
      content.push(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)))
  const lines = unfiltered(inflateSync(Buffer.concat(content)), width * given, height, given)
  if (given === channels) return { width, height, data: lines }
  const data = new Uint8Array(width * height * channels).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++)
    data.set(lines.subarray(pixel * given, (pixel + 1) * given), pixel * channels)
  return { width, height, data }
}

/** Each line says how its bytes differ from those to the left and above. */
function unfiltered(source: Uint8Array, line: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(line * height)
  for (let row = 0; row < height; row++) {
    const filter = source[row * (line + 1)] ?? 0
    for (let at = 0; at < line; at++) {
      const here = row * line + at
      const left = at >= step ? (out[here - step] ?? 0) : 0
      const up = row > 0 ? (out[here - line] ?? 0) : 0
      const corner = at >= step && row > 0 ? (out[here - line - step] ?? 0) : 0
      out[here] = (source[row * (line + 1) + 1 + at] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [toLeft = 0, toUp = 0, toCorner = 0] = [left, up, corner].map((one) => Math.abs(guess - one))
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
