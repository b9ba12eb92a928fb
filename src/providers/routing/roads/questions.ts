import type { Point } from '../../../lib/geo'
import type { Area } from './engine'
import type { MapInfo } from './graph'

/** What the service asks of its worker. */
export type Question =
  | { kind: 'areas'; from: Point; minutes: number[] }
  | { kind: 'times'; from: Point[]; to: Point[] }
  | { kind: 'map' }

export interface Answers {
  areas: Area[]
  /** Row by row. */
  times: Float64Array
  map: MapInfo
}

/** Why there is no answer: the place has no road near, or the map cannot be used. */
export type Trouble = 'off-the-map' | 'broken'

export interface Asked {
  number: number
  /** The map to answer from. */
  map: string
  question: Question
}

export type Replied = { number: number } & (
  | { answer: Answers[Question['kind']] }
  | { trouble: Trouble; words: string }
)
