import type { Deps } from '../../../deps'
import type { Health, Insights } from '../model'

/** What a check can look at before the service is open. An open service has all of it. */
export type Box = Pick<Deps, 'config' | 'clock'> & Partial<Pick<Deps, 'secrets'>>

/**
 * One thing to look at, written down once. Each report shows the checks that have a name in it: health its key
 * in the answer, `doctor` the first word of its line; insights have no names.
 */
export interface Check<On extends Box = Deps> {
  health?: keyof Health['checks'] | undefined
  insights?: true
  doctor?: string
  look: (on: On) => Seen | Promise<Seen>
}

/** The outcome of one look. */
export interface Seen {
  health?: HealthEntry
  /** Those that are false were looked for and are not there. */
  findings?: (Finding | false)[]
  /** Nothing is wrong yet: `doctor` mentions the findings and still succeeds. */
  isNote?: boolean
  /** How `doctor` says that there are no findings. */
  fine?: string
  /** Worth knowing, and not wrong: only `doctor` says it. */
  note?: string
}

/** Something to look into, with what to do about it. It names no customer. */
export type Finding = Insights['insights'][number]

/** Figures only, never the name of a host or the text of an error: anybody may read them. */
export interface HealthEntry {
  status: Health['checks']['database']['status']
  /** How long the thing itself took to answer; left out, the look counts. */
  latencyMs?: number | null
  [figure: string]: number | string | null | undefined
}

export const findingsOf = ({ findings = [] }: Seen): Finding[] => findings.filter((found) => found !== false)

/** A fault that only `doctor` shows, so one sentence is enough. */
export const fault = (title: string, action: string): Finding => ({
  severity: 'high',
  category: 'config',
  title,
  detail: '',
  action,
})

/** `1 worker`, `3 workers`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
