/** Kinds of roads from fastest to slowest, used for speeds and turns. */
export const rank = {
  motorway: 0,
  trunk: 1,
  primary: 2,
  secondary: 3,
  tertiary: 4,
  unclassified: 5,
  residential: 6,
  service: 7,
} as const

const ranks: Record<string, number> = {
  ...rank,
  motorway_link: rank.motorway,
  trunk_link: rank.trunk,
  primary_link: rank.primary,
  secondary_link: rank.secondary,
  tertiary_link: rank.tertiary,
  living_street: rank.service,
  road: rank.service,
  track: rank.service,
}

/** Flags of a road. The lowest byte is stored for each direction in the map file. */
export const mark = {
  /** Trips may start or end here but not pass through: private roads, customer areas, driveways. */
  destination: 1,
  service: 2,
  living: 4,
  track: 8,
  alley: 16,
  toll: 32,
  roundabout: 64,
  rough: 256,
  driveway: 512,
  aisle: 1_024,
  taggedForward: 2_048,
  taggedBackward: 4_096,
  link: 8_192,
} as const

/**
 * The meaning of a road's tags. Speeds are in km/h, and 0 means closed. Default speeds are those of open
 * country.
 */
export interface Road {
  rank: number
  marks: number
  forward: number
  backward: number
}

/** A tag's value, or an empty string. */
export type Tags = (name: RoadTag) => string
export type RoadTag = (typeof roadTags)[number]

export const roadTags = [
  'highway',
  'area',
  'access',
  'vehicle',
  'motor_vehicle',
  'motorcar',
  'oneway',
  'junction',
  'maxspeed',
  'maxspeed:forward',
  'maxspeed:backward',
  'service',
  'surface',
  'tracktype',
  'toll',
  'name',
  'ref',
] as const

const openCountry = [105, 90, 75, 60, 50, 40, 35, 25]
const trackSpeeds: Record<string, number> = { grade1: 20, grade2: 15, grade3: 12, grade4: 10 }
const trackSpeed = 5
const closed = new Set([
  'no',
  'agricultural',
  'forestry',
  'emergency',
  'use_sidepath',
  'psv',
  'bus',
  'military',
])
const restricted = new Set([
  'private',
  'destination',
  'customers',
  'delivery',
  'permit',
  'residents',
  'employees',
])
const rough =
  /cobble|sett|unpaved|gravel|dirt|earth|ground|grass|mud|sand|compacted|wood|rock|pebble|clay|soil|^path/

/** The meaning of a way's tags for a car, or null if a car can't drive there. */
export function roadOf(tags: Tags): Road | null {
  const highway = tags('highway')
  const roadRank = ranks[highway]
  if (roadRank === undefined || tags('area') === 'yes') return null
  const access = tags('motorcar') || tags('motor_vehicle') || tags('vehicle') || tags('access')
  if (closed.has(access)) return null
  const marks = marksOf(tags, highway, access)
  const usual = highway === 'track' ? (trackSpeeds[tags('tracktype')] ?? trackSpeed) : openCountry[roadRank]!
  const limit = tags('maxspeed')
  const [forward, backward] = [
    limitOf(tags('maxspeed:forward') || limit),
    limitOf(tags('maxspeed:backward') || limit),
  ]
  const [mayForward, mayBackward] = directionsOf(tags, highway)
  return {
    rank: roadRank,
    marks: marks | (forward ? mark.taggedForward : 0) | (backward ? mark.taggedBackward : 0),
    forward: mayForward ? forward || usual : 0,
    backward: mayBackward ? backward || usual : 0,
  }
}

function marksOf(tags: Tags, highway: string, access: string): number {
  let marks = restricted.has(access) ? mark.destination : 0
  if (highway.endsWith('_link')) marks |= mark.link
  if (highway === 'living_street') marks |= mark.living
  if (highway === 'track') marks |= mark.track
  if (tags('toll') === 'yes') marks |= mark.toll
  if (isRoundabout(tags)) marks |= mark.roundabout
  if (isRough(tags, highway)) marks |= mark.rough
  const service = tags('service')
  if (service === 'alley') return marks | mark.alley
  if (highway !== 'service') return marks
  if (service === 'parking_aisle') return marks | mark.aisle | mark.destination
  if (service === 'driveway' || service === 'drive-through') return marks | mark.driveway | mark.destination
  return marks | mark.service
}

const roundabouts = new Set(['roundabout', 'circular'])
const isRoundabout = (tags: Tags): boolean => roundabouts.has(tags('junction'))

/** A track is rough unless its tags say otherwise. */
function isRough(tags: Tags, highway: string): boolean {
  const surface = tags('surface')
  return surface === '' ? highway === 'track' : rough.test(surface)
}

function directionsOf(tags: Tags, highway: string): [forward: boolean, backward: boolean] {
  const oneway = tags('oneway')
  if (oneway === '-1' || oneway === 'reverse') return [false, true]
  if (/^(yes|1|true)$/.test(oneway)) return [true, false]
  const usuallyOneway = highway === 'motorway' || isRoundabout(tags)
  return [true, !(usuallyOneway && oneway !== 'no')]
}

/** The speed limit in km/h, or 0 if it isn't a number. Roads without any limit are driven at 140. */
function limitOf(text: string): number {
  const known = limits.get(text)
  if (known !== undefined) return known
  // Invalid values must not fill the memory.
  if (limits.size >= 1_000) limits.clear()
  const limit = readLimit(text)
  limits.set(text, limit)
  return limit
}

/** A country has millions of roads but only a few dozen different limits. */
const limits = new Map<string, number>()

function readLimit(text: string): number {
  if (text === 'none') return 140
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(mph|knots)?/.exec(text) ?? []
  if (digits === undefined) return /walk/.test(text) ? 7 : 0
  const factor = unit === 'mph' ? 1.609_344 : unit === 'knots' ? 1.852 : 1
  return Math.min(140, Math.round(Number(digits) * factor))
}

/** The words a map writes along a road: highways by their number, other roads by their name. */
export function labelOf(tags: Tags, roadRank: number): string {
  const [number = ''] = tags('ref').split(';')
  const name = tags('name')
  return (roadRank <= rank.trunk ? number.trim() || name : name || number.trim()).slice(0, longestLabel)
}

const longestLabel = 60

/** Above this density, on the scale up to 15, a place counts as a town. */
export const denseAbove = 8

const inTown = [89, 73, 57, 49, 40, 35, 30, 20]
const driveway = 10
const parkingAisle = 15

/**
 * The actual speed, based on tags and density. A limit is used as it is, except on rough ground. Without one,
 * towns and roundabouts are slower, and links are slower than their road.
 */
export function drivenSpeed(
  rank: number,
  marks: number,
  speed: number,
  tagged: boolean,
  density: number,
): number {
  const dense = density > denseAbove
  if ((marks & mark.link) !== 0) return tagged ? speed : speed * (dense ? 0.8 : 0.85)
  if (tagged) return (marks & mark.rough) === 0 ? speed : speed >= 50 ? speed - 10 : Math.max(speed - 5, 5)
  let driven = speed
  if (dense && (marks & mark.track) === 0) driven = inTown[rank]!
  if ((marks & mark.roundabout) !== 0) driven *= 0.5
  if ((marks & mark.aisle) !== 0) driven = parkingAisle
  if ((marks & mark.driveway) !== 0) driven = driveway
  return (marks & mark.rough) === 0 ? driven : Math.max(2, driven / 2)
}
