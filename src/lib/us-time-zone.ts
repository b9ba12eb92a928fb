import type { Point } from './geo'

type Border = (place: Point) => boolean

const zones: Record<string, string> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
}

/** The part of a divided state that keeps another time than the rest, by a rough line between the two. */
const divided: Record<string, [zone: string, isBeyond: Border]> = {
  FL: ['America/Chicago', ({ lng }) => lng < -85.05],
  IN: [
    'America/Chicago',
    ({ lat, lng }) => (lat > 40.9 && lng < -86.65) || (lat < 38.5 && lng < -86.85) || lng < -87.53,
  ],
  KY: [
    'America/Chicago',
    ({ lat, lng }) => lng < -86.2 || (lat < 37.55 && lng < -85.5) || (lat < 37.2 && lng < -84.95),
  ],
  MI: ['America/Chicago', ({ lat, lng }) => lng < -87.55 && lat < 46.75 && (lng < -88 || lat < 46)],
  TN: ['America/New_York', ({ lat, lng }) => lng > -84.85 || (lat < 35.5 && lng > -85.45)],
  ND: ['America/Denver', ({ lat, lng }) => (lng < -101 && lat < 46.8) || (lng < -102.4 && lat < 47.6)],
  SD: ['America/Denver', ({ lng }) => lng < -100.6],
  NE: ['America/Denver', ({ lat, lng }) => lng < -101.4 || (lng < -101 && lat > 41.4)],
  KS: ['America/Denver', ({ lat, lng }) => lng < -101.5 && lat < 39.6 && lat > 37.7],
  TX: ['America/Denver', ({ lng }) => lng < -104.9],
  ID: ['America/Los_Angeles', ({ lat }) => lat > 45.5],
  OR: ['America/Denver', ({ lat, lng }) => lng > -117.6 && lat < 44.5 && lat > 42.4],
}

const stateInText = /(?:^|[\s,])([A-Z]{2})(?=\s+\d{5}|\s*,|\s*\(|\s*$)/g

/** Guesses the time zone of a US address from its state and, where a state is divided, from the map. */
export function usTimeZone(texts: readonly string[], place: Point): string | null {
  const states = texts
    .flatMap((text) => [...text.matchAll(stateInText)].map(([, state = '']) => state))
    .toReversed()
  for (const state of states) {
    const [zone] = Object.entries(zones).find(([, all]) => all.split(' ').includes(state)) ?? []
    if (zone === undefined) continue
    const [other, isBeyond] = divided[state] ?? []
    return other !== undefined && isBeyond?.(place) ? other : zone
  }
  return null
}
