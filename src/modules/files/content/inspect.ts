import { inspectJpeg } from './jpeg'
import { inspectPng } from './png'
import { lettersOf, type Found, type Reading } from './reading'
import { inspectWebp } from './webp'

/** More pixels than any phone's camera has; browsers need four bytes for each. */
const mostPixels = 100_000_000

/** Null if it is none of the kinds we take, or damaged. Its name and what the request said don't count. */
export async function inspect(file: Reading): Promise<Found | null> {
  const found = await recognize(file)
  if (found === null || found.type === 'application/pdf') return found
  const pixels = found.width * found.height
  return pixels > 0 && pixels <= mostPixels ? found : null
}

async function recognize(file: Reading): Promise<Found | null> {
  const start = Uint8Array.from(await file.at(0, 12))
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return inspectJpeg(file)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return inspectPng(file)
  if (lettersOf(start, 0, 4) === 'RIFF' && lettersOf(start, 8, 12) === 'WEBP') return inspectWebp(file)
  return /^%PDF-[12]\./.test(lettersOf(start, 0, 8)) ? inspectPdf(file) : null
}

const tailBytes = 2048

/** A PDF is kept as it is, because its pages may be signed. Browsers only ever save it. */
async function inspectPdf(file: Reading): Promise<Found | null> {
  const tail = await file.at(Math.max(0, file.size - tailBytes), tailBytes)
  if (!lettersOf(tail, 0, tail.length).includes('%%EOF')) return null
  return { type: 'application/pdf', width: null, height: null, pieces: [[0, file.size]] }
}

const heicBrands = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'])

/** Says what to do about a file that we don't take. */
export async function refusalOf(file: Reading): Promise<string> {
  const start = await file.at(0, 12)
  if (lettersOf(start, 4, 8) === 'ftyp' && heicBrands.has(lettersOf(start, 8, 12)))
    return 'This photo is in the HEIC format. Save it as JPEG and add it again.'
  return "This isn't a photo or PDF that we can read. Use JPEG, PNG, WebP or PDF."
}
