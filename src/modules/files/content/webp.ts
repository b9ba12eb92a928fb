import { lettersOf, view, type Found, type Piece, type Reading } from './reading'

const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])
/** The bits of the header that announce an animation, XMP and EXIF data. */
const [animated, xmp, exif] = [0x02, 0x04, 0x08]

/** A still picture. An animated one isn't a photo, and could hide data in every frame. */
export async function inspectWebp(file: Reading): Promise<Found | null> {
  const total = view(await file.at(0, 12)).getUint32(4, true) + 8
  if (total > file.size) return null
  const pieces: Piece[] = []
  let size: { width: number; height: number } | null = null
  let hasPixels = false
  for (let at = 12; at + 8 <= total;) {
    const head = Uint8Array.from(await file.at(at, 18))
    const name = lettersOf(head, 0, 4)
    const length = view(head).getUint32(4, true)
    const end = at + 8 + length + (length % 2)
    if (end > total) return null
    if (name === 'VP8X') {
      if (head.length < 18 || length < 10 || ((head[8] ?? 0) & animated) !== 0) return null
      size = { width: 1 + uint24(head, 12), height: 1 + uint24(head, 15) }
      head[8] = (head[8] ?? 0) & ~(xmp | exif)
      pieces.push(head, [at + 18, end])
    } else if (kept.has(name)) pieces.push([at, end])
    if (name === 'VP8 ' || name === 'VP8L') {
      hasPixels = true
      size ??= sizeOf(name, Uint8Array.from(await file.at(at + 8, 10)))
    }
    at = end
  }
  if (size === null || !hasPixels) return null
  return { type: 'image/webp', ...size, pieces: [headerFor(pieces), ...pieces] }
}

const uint24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

function sizeOf(name: string, data: Uint8Array) {
  if (name === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return null
    const bits = view(data).getUint32(1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (data.length < 10 || uint24(data, 3) !== 0x2a_01_9d) return null
  return { width: view(data).getUint16(6, true) & 0x3fff, height: view(data).getUint16(8, true) & 0x3fff }
}

function headerFor(pieces: readonly Piece[]): Uint8Array {
  const length = pieces.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece[1] - piece[0]),
    4,
  )
  const header = new Uint8Array(12)
  header.set(new TextEncoder().encode('RIFF'))
  view(header).setUint32(4, length, true)
  header.set(new TextEncoder().encode('WEBP'), 8)
  return header
}
