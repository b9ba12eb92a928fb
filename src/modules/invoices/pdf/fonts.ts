import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { must } from '../../../lib/errors'
import { fontPackages, type FontName, type FontPackage } from './font-packages'

/** One slice of a font, or a whole font: `@fontsource/noto-sans latin`. */
export type FaceId = string

export interface FaceFiles {
  normal: string
  /** The same as `normal` if there is no bold. */
  bold: string
}

interface Family {
  /** The characters to look for here. */
  script: RegExp
  package: string
  /** Null for the family that is always there. */
  font: FontPackage | null
  /** A package of whole fonts has one face. Others are sliced by character ranges. */
  whole?: FaceFiles
  weights?: { normal: number; bold: number }
}

const usual = { normal: 400, bold: 600 }

/** In the order of lookup. No file is opened before a text needs it. */
const families: Family[] = [
  {
    script:
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u,
    package: '@fontsource/noto-sans',
    font: null,
  },
  {
    script: /\p{Script=Arabic}|[\u060c\u061b\u061f\u0640\u0660-\u0669]/u,
    ...packageOf('arabic'),
    whole: { normal: 'NotoNaskhArabic-Regular.ttf', bold: 'NotoNaskhArabic-Bold.ttf' },
  },
  {
    script: /\p{Script=Hebrew}/u,
    ...packageOf('hebrew'),
    whole: { normal: 'NotoSansHebrew-Regular.ttf', bold: 'NotoSansHebrew-Bold.ttf' },
  },
  {
    script:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    ...packageOf('chinese'),
    whole: { normal: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' },
  },
  { script: /\p{Script=Hangul}/u, ...packageOf('korean'), weights: { normal: 400, bold: 400 } },
  ...(
    [
      'armenian',
      'georgian',
      'ethiopic',
      'bengali',
      'gujarati',
      'gurmukhi',
      'tamil',
      'telugu',
      'kannada',
      'malayalam',
      'sinhala',
      'thai',
      'lao',
      'khmer',
      'myanmar',
    ] as const
  ).map((name) => {
    const { font } = packageOf(name)
    return { script: new RegExp(`\\p{Script_Extensions=${font.code}}`, 'u'), ...packageOf(name) }
  }),
]

function packageOf(name: FontName) {
  const font = must(
    fontPackages.find((one) => one.name === name),
    `The font ${name}`,
  )
  return { package: font.package, font }
}

/** Where to look for fonts: installed with the code, and added to the data folder. */
let sources: { added: string | null; installed: boolean } = { added: null, installed: true }

/** A production install has no optional fonts; tests look for none there to see the same. */
export function lookForFontsIn(added: string, installed = true): void {
  if (added === sources.added && installed === sources.installed) return
  sources = { added, installed }
  for (const cache of [known, found]) cache.clear()
}

/** The face that has a character; null if none of ours does. */
export function faceOf(character: string): FaceId | null {
  const found = lookUp(character)
  return typeof found === 'string' ? found : null
}

/** The font that a character needs and that isn't installed. */
export function missingFont(character: string): FontPackage | null {
  const found = lookUp(character)
  return typeof found === 'string' ? null : found
}

function lookUp(character: string): FaceId | FontPackage | null {
  for (const family of families) {
    if (!family.script.test(character)) continue
    if (folderOf(family) === null) return family.font
    if (family.whole) return family.package
    const code = character.codePointAt(0) ?? 0
    const slice = slicesOf(family).find(({ ranges }) =>
      ranges.some(([from, to]) => from <= code && code <= to),
    )
    if (slice) return `${family.package} ${slice.name}`
  }
  return null
}

/** The face for headings, numbers and most names. */
export const usualFace: FaceId = '@fontsource/noto-sans latin'

interface Slice {
  name: string
  ranges: [from: number, to: number][]
}

const known = new Map<string, Slice[]>()

function slicesOf(family: Family): Slice[] {
  const { package: name } = family
  const read = known.get(name)
  if (read) return read
  const file = join(must(folderOf(family), `The font ${name}`), 'unicode.json')
  const listed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const slices = Object.entries(listed).map(([key, ranges]) => ({
    name: key.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map(rangeOf),
  }))
  // Everyday letters come first, because other slices have copies of some.
  slices.sort((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'))
  known.set(name, slices)
  return slices
}

/** `U+0100-02BA` or `U+20AC`. */
function rangeOf(text: string): [number, number] {
  const [from = '0', to = from] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/** The bytes of a face in the form the PDF library reads fastest. */
export function readFace(id: FaceId, weight: keyof FaceFiles): Buffer {
  const [name = '', slice = ''] = id.split(' ')
  const family = must(
    families.find((one) => one.package === name),
    `The font ${name}`,
  )
  const folder = must(folderOf(family), `The font ${name}`)
  const { whole, weights = usual } = family
  if (whole) return readFileSync(join(folder, 'fonts', whole[weight]))
  const short = name.replace('@fontsource/', '')
  return sfntFromWoff(readFileSync(join(folder, 'files', `${short}-${slice}-${weights[weight]}-normal.woff`)))
}

const found = new Map<string, string>()

/** Where a family's files are; null while it isn't installed. */
function folderOf({ package: name, font }: Family): string | null {
  const places = [sources.installed || font === null ? installed(name) : null, added(name)]
  const folder = found.get(name) ?? places.find((one) => one !== null && existsSync(one))
  if (folder) found.set(name, folder)
  return folder ?? null
}

function installed(name: string): string | null {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
  } catch {
    return null
  }
}

const added = (name: string) => (sources.added === null ? null : join(sources.added, name))

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/**
 * Unpacks the font in a WOFF file, which holds the same tables compressed. Done once, because the PDF library
 * would unpack it in JavaScript for every document.
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
