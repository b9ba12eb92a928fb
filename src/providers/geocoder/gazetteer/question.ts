import { intersect, joined, wordsOf, type Area, type Regions } from './names'

/** One interpretation of a search: a name, and the area to look in. */
export interface Reading {
  name: string
  area: Area | null
  /** Counts only if a place has exactly this name. */
  exact: boolean
}

export interface Question {
  /** The most likely first. */
  readings: Reading[]
  /**
   * The search names a street, which the gazetteer doesn't know, so results are less precise than the search.
   */
  street: boolean
}

type Segment = readonly string[]

const streetWords = new Set(
  (
    'aly alley ave avenue blvd boulevard byp bypass cir circle ct court cres crescent dr drive expy expressway fwy ' +
    'freeway hwy highway ln lane loop pike pkwy parkway pl place plz plaza rd road row route rte sq square st street ' +
    'ter terrace trl trail tpke turnpike way walk'
  ).split(' '),
)
const directions = new Set(['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw', 'north', 'south', 'east', 'west'])
const unitWords = new Set('apt apartment bldg building box fl floor lot po rm room ste suite unit'.split(' '))
const countyWords = new Set(['county', 'parish', 'borough'])

/** Searches are short. Longer ones are cut, so that none takes long. */
const mostSegments = 8
const mostWords = 12
const longestTail = 4
const longestArea = 4

export function readQuestion(text: string, regions: Regions): Question {
  const segments = text
    .split(/[,;\n]/)
    .map(wordsOf)
    .filter((segment) => segment.length > 0)
  const unnumbered = segments.filter((segment) => !isNumbered(segment))
  const places = unnumbered.filter((segment, at) => !isStreet(segment, at === unnumbered.length - 1, regions))
  // `Baldwin Place, NY` is a town, because nothing else in it could be one.
  const named = places.every((segment) => regions.find(segment)) ? unnumbered : places
  const street = named.length < segments.length
  if (named.length > 0) return { street, readings: readPlaces(named.slice(-mostSegments), regions) }
  const last = segments.at(-1)
  return { street, readings: last ? readTails(last, regions) : [] }
}

/** `12 Main St` or `Apt 4`. */
function isNumbered([first = '', second]: Segment): boolean {
  return /^\d/.test(first) || (unitWords.has(first) && second !== undefined && /\d|^.$/.test(second))
}

/** `Main Street North`; but the CT in `New Haven CT` isn't a court. */
function isStreet(segment: Segment, isLast: boolean, regions: Regions): boolean {
  const last = segment.findLast((word) => !directions.has(word)) ?? ''
  return segment.length > 1 && streetWords.has(last) && !(isLast && regions.find([last]))
}

/**
 * `Springfield, IL`: areas are removed from the end as long as a name remains. If the rest means nothing, the
 * removed part is tried as a name: `Some Building, New York, NY`. Otherwise the area may be the mistake.
 */
function readPlaces(named: readonly Segment[], regions: Regions): Reading[] {
  const rest = [...named]
  const taken: Reading[] = []
  let area: Area | null = null
  while (rest.length > 1) {
    const found = regions.find(rest.at(-1)!)
    const narrower: Area | null = found && intersect(area, found)
    if (found === null || narrower === null) break
    taken.unshift({ name: regions.nameOf(found) ?? joined(rest.at(-1)!), area, exact: true })
    area = narrower
    rest.pop()
  }
  const towns = rest.filter((segment) => rest.length === 1 || !countyWords.has(segment.at(-1)!))
  const readings = towns.toReversed().flatMap((segment) => readSegment(segment, area, regions))
  const narrow = taken.filter((reading) => reading.area !== null)
  const elsewhere = readings.filter((reading) => reading.area !== null)
  return [
    ...readings,
    ...narrow,
    ...elsewhere.map(({ name }) => ({ name, area: null, exact: true })),
    ...taken.filter((reading) => reading.area === null),
  ]
}

/** `Springfield IL` without a comma: the last words may be an area, unless the whole text is a name. */
function readSegment(segment: Segment, area: Area | null, regions: Regions): Reading[] {
  const whole = joined(segment.slice(0, mostWords))
  const split = splitArea(segment, area, regions)
  if (split === null) return [...readLetters(segment, area, regions), { name: whole, area, exact: false }]
  return [
    { name: whole, area, exact: true },
    { name: joined(split.name.slice(0, mostWords)), area: split.area, exact: false },
    { name: whole, area, exact: false },
  ]
}

/** `IL` alone is the state. */
function readLetters(segment: Segment, area: Area | null, regions: Regions): Reading[] {
  const found = segment.length === 1 && segment[0]!.length === 2 ? regions.find(segment) : null
  const name = found && regions.nameOf(found)
  return name ? [{ name, area: area ?? found, exact: true }] : []
}

/** `123 Main Street Naperville Illinois`: the name is at the end, but its start is unknown. */
function readTails(segment: Segment, regions: Regions): Reading[] {
  const { name, area } = splitArea(segment, null, regions) ?? { name: segment, area: null }
  const body = name.slice(1)
  const tails = Array.from({ length: Math.min(longestTail, body.length) }, (_, at) =>
    body.slice(-at - 1),
  ).toReversed()
  const exact = tails.filter(isName).map((tail) => ({ name: joined(tail), area, exact: true }))
  const afterStreet = body.slice(body.findLastIndex((word) => streetWords.has(word)) + 1)
  if (afterStreet.length === 0 || afterStreet.length === body.length) return exact
  return [...exact, { name: joined(afterStreet.slice(-longestTail)), area, exact: false }]
}

const isName = (words: Segment): boolean =>
  words.some((word) => !streetWords.has(word) && !directions.has(word))

/** Removes the longest area from the end that leaves a name, up to twice: `Springfield IL USA`. */
function splitArea(
  segment: Segment,
  within: Area | null,
  regions: Regions,
): { name: Segment; area: Area } | null {
  for (let length = Math.min(longestArea, segment.length - 1); length > 0; length -= 1) {
    const found = regions.find(segment.slice(-length))
    const area = found && intersect(within, found)
    if (area === null) continue
    const name = segment.slice(0, -length)
    const further = splitArea(name, area, regions)
    return further && further.area.regions.size < area.regions.size ? further : { name, area }
  }
  return null
}
