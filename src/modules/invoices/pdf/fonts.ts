import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { must } from '../../../lib/errors'

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
  },
  {
    script: /\p{Script=Arabic}|[\u060c\u061b\u061f\u0640\u0660-\u0669]/u,
    package: '@embedpdf/fonts-arabic',
    whole: { normal: 'NotoNaskhArabic-Regular.ttf', bold: 'NotoNaskhArabic-Bold.ttf' },
  },
  {
    script: /\p{Script=Hebrew}/u,
    package: '@embedpdf/fonts-hebrew',
    whole: { normal: 'NotoSansHebrew-Regular.ttf', bold: 'NotoSansHebrew-Bold.ttf' },
  },
  {
    script:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    package: '@embedpdf/fonts-sc',
    whole: { normal: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' },
  },
  { script: /\p{Script=Hangul}/u, package: '@fontsource/gowun-dodum', weights: { normal: 400, bold: 400 } },
  ...(
    [
      'Armenian',
      'Georgian',
      'Ethiopic',
      'Bengali',
      'Gujarati',
      'Gurmukhi',
      'Tamil',
      'Telugu',
      'Kannada',
      'Malayalam',
      'Sinhala',
      'Thai',
      'Lao',
      'Khmer',
      'Myanmar',
    ] as const
  ).map((script) => ({
    script: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
    package: `@fontsource/noto-sans-${script.toLowerCase()}`,
  })),
]

/** The face that has a character; null if none of ours does. */
export function faceOf(character: string): FaceId | null {
  for (const family of families) {
    if (!family.script.test(character)) continue
    if (family.whole) return family.package
    const code = character.codePointAt(0) ?? 0
    const slice = slicesOf(family.package).find(({ ranges }) =>
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

function slicesOf(name: string): Slice[] {
  const read = known.get(name)
  if (read) return read
  const listed = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve(`${name}/unicode.json`)), 'utf8'),
  ) as Record<string, string>
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
  const family = families.find((one) => one.package === name)
  const { whole, weights = usual } = must(family, `The font ${name}`)
  const package_ = packageFolder(name, whole !== undefined)
  if (whole) return readFileSync(join(package_, 'fonts', whole[weight]))
  const short = name.replace('@fontsource/', '')
  return sfntFromWoff(
    readFileSync(join(package_, 'files', `${short}-${slice}-${weights[weight]}-normal.woff`)),
  )
}

function packageFolder(name: string, isWhole: boolean): string {
  return isWhole
    ? join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
    : dirname(fileURLToPath(import.meta.resolve(`${name}/unicode.json`)))
}

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
