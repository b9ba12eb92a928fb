import { lettersOf, view, type Found, type Piece, type Reading } from './reading'

/** The picture itself and its colors. Texts, dates, EXIF data and further frames are left out. */
const kept = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD'.split(' '))

export async function inspectPng(file: Reading): Promise<Found | null> {
  const start = await file.at(0, 33)
  if (start.length < 33 || lettersOf(start, 12, 16) !== 'IHDR') return null
  const size = { width: view(start).getUint32(16), height: view(start).getUint32(20) }
  const pieces: Piece[] = [[0, 8]]
  let hasPixels = false
  for (let at = 8; ;) {
    const head = await file.at(at, 8)
    if (head.length < 8) return null
    const name = lettersOf(head, 4, 8)
    const end = at + 12 + view(head).getUint32(0)
    if (end > file.size) return null
    if (kept.has(name)) pieces.push([at, end])
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') return hasPixels ? { type: 'image/png', ...size, pieces } : null
    at = end
  }
}
