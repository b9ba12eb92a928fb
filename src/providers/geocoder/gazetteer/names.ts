import type { Database } from 'bun:sqlite'
import { countryWord, regionWord } from './file'

export interface Region {
  country: string
  code: string
  name: string
  /** The name in the form used for comparison. */
  plain: string
}

/** The part of the world to search in: some regions or whole countries. */
export interface Area {
  regions: ReadonlySet<number>
  /** The same area as words of the name index, as few as possible. */
  words: readonly string[]
}

/** Common names of countries besides their official names and two-letter codes. */
const countryNicknames: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  uae: 'AE',
  holland: 'NL',
  turkey: 'TR',
  'czech republic': 'CZ',
  'ivory coast': 'CI',
  korea: 'KR',
}

/** GeoNames numbers Canada's provinces, but people write letters. */
const provinces: Record<string, string> = {
  '01': 'ab',
  '02': 'bc',
  '03': 'mb',
  '04': 'nb',
  '05': 'nl',
  '07': 'ns',
  '08': 'on',
  '09': 'pe',
  '10': 'qc',
  '11': 'sk',
  '12': 'yt',
  '13': 'nt',
  '14': 'nu',
}

/** The gazetteer's states, provinces and countries by all of their names. */
export class Regions {
  readonly #regions: Region[]
  readonly #areas = new Map<string, Area>()
  readonly #countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

  constructor(db: Database) {
    this.#regions = db.query<Region, []>('SELECT country, code, name, plain FROM region ORDER BY id').all()
    const countries = Map.groupBy(this.#regions.keys(), (number) => this.#regions[number]!.country)
    for (const [code, numbers] of countries) {
      const area = { regions: new Set(numbers), words: [countryWord(code)] }
      this.#name(code.toLowerCase(), area)
      this.#name(plain(this.countryName(code)), area)
    }
    for (const [nickname, code] of Object.entries(countryNicknames))
      this.#name(nickname, this.find([code.toLowerCase()]) ?? nowhere)
    for (const [number, region] of this.#regions.entries()) this.#nameRegion(number, region)
  }

  get(number: number): Region {
    return this.#regions[number]!
  }

  countryName(code: string): string {
    return code === 'US' ? 'United States' : (this.#countryNames.of(code) ?? code)
  }

  /**
   * The area that the words name, if any. Abbreviations come before full words: `MT` is Montana, not a
   * mountain.
   */
  find(words: readonly string[]): Area | null {
    return this.#areas.get(words.join(' ')) ?? this.#areas.get(joined(words)) ?? null
  }

  /** The full name of an area that is one region, normalized. */
  nameOf({ regions }: Area): string | null {
    const [number, ...more] = regions
    return number === undefined || more.length > 0 ? null : this.get(number).plain
  }

  #nameRegion(number: number, { country, code, plain: name }: Region): void {
    const area = { regions: new Set([number]), words: [regionWord(number)] }
    if (name !== '') this.#name(name, area)
    // A state's abbreviation means the state, even if a country has the same one.
    if (country === 'US') this.#areas.set(code.toLowerCase(), area)
    const province = country === 'CA' ? provinces[code] : undefined
    if (province) this.#name(province, area)
  }

  #name(name: string, area: Area): void {
    const known = this.#areas.get(name)
    this.#areas.set(name, known ? union(known, area) : area)
  }
}

const nowhere: Area = { regions: new Set(), words: [] }

function union(a: Area, b: Area): Area {
  return { regions: a.regions.union(b.regions), words: [...a.words, ...b.words] }
}

/** The area that both share, or null if they contradict each other. */
export function intersect(a: Area | null, b: Area): Area | null {
  if (a === null) return b
  const regions = a.regions.intersection(b.regions)
  if (regions.size === 0) return null
  return { regions, words: [...regions].map(regionWord) }
}

/** Letters that Unicode decomposition keeps, as people write them without that keyboard. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Words and their abbreviations; both become the full word. */
const inFull = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
])

/**
 * Normalizes a name for comparison: lower case, no accents, no punctuation, single spaces, and `St` as
 * `Saint`. The gazetteer and searches use the same rules.
 */
export function plain(text: string): string {
  return joined(wordsOf(text))
}

/** The words of a text in lower case, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  return latin(text.toLowerCase())
    .replaceAll(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

export function joined(words: readonly string[]): string {
  return words.map((word) => inFull.get(word) ?? word).join(' ')
}

/** Decomposition can bring capitals back, so this lowers the case once more. */
function latin(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
}
