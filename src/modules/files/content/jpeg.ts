import { lettersOf, view, type Found, type Piece, type Reading } from './reading'

const [soi, eoi, sos, app1, app2, comment] = [0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xfe]

/** Three of the markers from C0 to CF are tables; the others start a frame, which has the size. */
const startsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Keeps what is needed to show the picture: frames, tables, scans, and the color profile. Everything else may
 * tell where and by whom it was taken: EXIF, XMP, IPTC, comments, and whatever follows the end.
 */
export async function inspectJpeg(file: Reading): Promise<Found | null> {
  const pieces: Piece[] = [[0, 2]]
  let size: { width: number; height: number } | null = null
  let hasScan = false
  let orientation = 1
  for (let at = 2; ;) {
    const head = await file.at(at, 4)
    const [start, marker = 0] = head
    if (start !== 0xff || head.length < 2 || marker === soi) return null
    if (marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else if (marker === eoi) {
      if (size === null || !hasScan) return null
      pieces.push([at, at + 2])
      if (orientation !== 1) pieces.splice(1, 0, exifOf(orientation))
      return { type: 'image/jpeg', ...size, pieces }
    } else {
      if (head.length < 4) return null
      const end = at + 2 + view(head).getUint16(2)
      if (end < at + 4 || end > file.size) return null
      // A copy, because reading on moves the window.
      const segment = Uint8Array.from(await file.at(at + 4, Math.min(end - at - 4, longestExif)))
      if (startsFrame(marker)) size = sizeIn(segment)
      if (marker === app1) orientation = orientationIn(segment) ?? orientation
      if (isKept(marker, segment)) pieces.push([at, end])
      at = end
      if (marker === sos) {
        hasScan = true
        at = await endOfScan(file, end)
        pieces.push([end, at])
      }
    }
  }
}

/** EXIF begins with the orientation, long before this. */
const longestExif = 32 * 1024

function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === comment) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === app2) return lettersOf(segment, 0, 11) === 'ICC_PROFILE'
  // JFIF, and the colors as Adobe writes them.
  return (
    (marker === 0xe0 && lettersOf(segment, 0, 4) === 'JFIF') ||
    (marker === 0xee && lettersOf(segment, 0, 5) === 'Adobe')
  )
}

function sizeIn(segment: Uint8Array) {
  if (segment.length < 5) return null
  const data = view(segment)
  return { height: data.getUint16(1), width: data.getUint16(3) }
}

/** In a scan, FF is followed by 00 or a restart marker. Anything else ends it. */
async function endOfScan(file: Reading, from: number): Promise<number> {
  const step = 32 * 1024
  for (let at = from; at < file.size;) {
    const bytes = await file.at(at, step)
    const found = bytes.indexOf(0xff)
    if (found === -1) at += bytes.length
    else if (found === bytes.length - 1 && at + bytes.length < file.size) at += found
    else {
      const next = bytes[found + 1]
      if (next === undefined) return file.size
      if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at + found
      at += found + 2
    }
  }
  return file.size
}

/** The way up, from 1 to 8, in the first directory of the EXIF data. */
function orientationIn(segment: Uint8Array): number | null {
  if (lettersOf(segment, 0, 4) !== 'Exif' || segment.length < 20) return null
  const data = view(segment.subarray(6))
  const isLittle = data.getUint16(0) === 0x4949
  const directory = data.getUint32(4, isLittle)
  if (directory + 2 > data.byteLength) return null
  const count = data.getUint16(directory, isLittle)
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > data.byteLength) return null
    if (data.getUint16(at, isLittle) === 0x0112) {
      const value = data.getUint16(at + 8, isLittle)
      return value >= 1 && value <= 8 ? value : null
    }
  }
  return null
}

/** EXIF data that says which way is up, and nothing else. */
const exifOf = (orientation: number): Uint8Array =>
  Uint8Array.of(
    ...[0xff, app1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  )
