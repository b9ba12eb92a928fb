import { crc32, deflateSync } from 'node:zlib'

/**
 * A PNG of one color that every program can read; a fourth number makes it transparent. There are filters up to 4,
 * so a larger number makes rows that nobody can read.
 */
export function pngOf(
  width: number,
  height: number,
  color = [31, 111, 84],
  filter = 0,
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, color.length === 4 ? 6 : 2, 0, 0, 0], 8)
  const row = Buffer.from([filter, ...Array.from({ length: width }, () => color).flat()])
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

/** The parts of a photo that tell something about the person. */
export interface PhotoParts {
  /** Makes photos differ. */
  seed?: string
  orientation?: number
  /** Extra bytes in the picture itself. */
  padding?: number
  /** Follows the end of the picture, as some phones append a film. */
  after?: string
}

export const secretPlace = 'GPS 39.7392 -104.9903'

const segment = (marker: number, data: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(data as string)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

/** A JPEG as a phone writes it: EXIF with the way up and the place, XMP, IPTC, a comment, a scan with FF 00. */
export function photoOf(width: number, height: number, parts: PhotoParts = {}): Uint8Array<ArrayBuffer> {
  const { seed = '', orientation = 1, padding = 0, after = '' } = parts
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
    Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
    Buffer.from(secretPlace),
  ])
  const scan = Buffer.concat([
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0]),
    Buffer.from(seed),
    Buffer.alloc(padding, 0x55),
  ])
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
      segment(0xe1, exif),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secretPlace}`),
      segment(0xe2, 'ICC_PROFILE\0\x01\x01profile'),
      segment(0xe2, `MPF\0${secretPlace}`),
      segment(0xed, `Photoshop 3.0\0${secretPlace}`),
      segment(0xfe, `Taken at ${secretPlace}`),
      segment(0xc0, Uint8Array.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0)),
      segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
      scan,
      Buffer.from([0xff, 0xd9]),
      Buffer.from(after),
    ]),
  )
}

/** A PNG with a text, a date and EXIF data. */
export function tellingPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(pngOf(width, height))
  const extra = [
    chunk('tEXt', Buffer.from(`Location\0${secretPlace}`)),
    chunk('eXIf', Buffer.from(secretPlace)),
    chunk('tIME', Buffer.from([7, 234, 3, 2, 9, 0, 0])),
  ]
  return new Uint8Array(
    Buffer.concat([plain.subarray(0, 33), ...extra, plain.subarray(33), Buffer.from(secretPlace)]),
  )
}

/** A WebP with EXIF data and XMP, as far as its structure goes. */
export function webpOf(width: number, height: number, isAnimated = false): Uint8Array<ArrayBuffer> {
  const riff = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)])
  }
  const header = Buffer.alloc(10)
  header[0] = 0x0c | (isAnimated ? 0x02 : 0)
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  const frame = Buffer.from([
    0,
    0,
    0,
    0x9d,
    0x01,
    0x2a,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    1,
  ])
  const parts = [
    riff('VP8X', header),
    riff('VP8 ', frame),
    riff('EXIF', Buffer.from(secretPlace)),
    riff('XMP ', Buffer.from(secretPlace)),
  ]
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Uint8Array.from(Buffer.concat([Buffer.from('RIFF'), size, body]))
}

export const pdfOf = (text = ''): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(`%PDF-1.7\n1 0 obj <<>> endobj ${text}\ntrailer <<>>\n%%EOF\n`))
