import type { Franchise } from '../../../modules/franchises/model'
import type { ZipPlaces } from '../../../modules/geo/model'

export const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** What is wrong with a list, or with the first wrong item of it: `areaPolygon.2.0` is about the third corner. */
export function faultOfPart(
  faults: Record<string, string>,
  name: string,
  nameOf: (place: number) => string,
): string | undefined {
  for (const [path, reason] of Object.entries(faults)) {
    const [field, place] = path.split('.')
    if (field === name) return place === undefined ? capital(reason) : `${nameOf(Number(place))}: ${reason}`
  }
  return undefined
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Codes that another franchise has too, by its name. */
export function sharedZips(franchises: Franchise[], except: string, text: string): Map<string, string[]> {
  const own = new Set(zipsIn(text))
  return new Map(
    franchises
      .filter(({ id }) => id !== except)
      .map(({ name, areaZips }): [string, string[]] => [name, areaZips.filter((zip) => own.has(zip))])
      .filter(([, zips]) => zips.length > 0),
  )
}

export function zipHint(zips: string[], { unknown }: ZipPlaces, shared: Map<string, string[]>): string {
  const count = new Set(zips).size
  return [
    count === 0 ? 'With spaces or commas between' : `${count} ${count === 1 ? 'code' : 'codes'}.`,
    unknown.length > 0 && `Not known: ${some(unknown)}.`,
    ...[...shared].map(([name, both]) => `${name} has ${some(both)} too; its priority decides.`),
  ]
    .filter(Boolean)
    .join(' ')
}

const shown = 6
const some = (zips: string[]) =>
  zips.length <= shown
    ? zips.join(', ')
    : `${zips.slice(0, shown).join(', ')} and ${zips.length - shown} more`
