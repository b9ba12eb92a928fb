import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one color that every program can read. */
export function pngOf(
  width: number,
  height: number,
  [red, green, blue] = [31, 111, 84],
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()] as number[])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Uint8Array.from(Buffer.concat([start, ...chunks]))
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** The start of a JPEG up to its size, with a comment before it; enough to be recognized, not to be shown. */
export function jpegOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const comment = [0xff, 0xfe, 0, 4, 0x68, 0x69]
  const frame = [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]
  return Uint8Array.from([0xff, 0xd8, ...comment, ...frame, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9])
}
