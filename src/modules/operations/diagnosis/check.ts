import type { Deps } from '../../../deps'
import type { Health, Insights } from '../model'

/** The parts of `deps` that exist before the service opens, so a check can run without a database. */
export type Box = Pick<Deps, 'config' | 'clock'> & Partial<Pick<Deps, 'secrets'>>

/**
 * One check, shared by three reports and the alerts. `health` is its key in the health answer, `doctor` the first word of its line,
 * and `insights` whether its findings are insights.
 */
export interface Check<On extends Box = Deps> {
  health?: keyof Health['checks'] | undefined
  insights?: true
  doctor?: string
  /** The check's name in alerts, if it should raise them. */
  alert?: string
  look: (on: On) => Seen | Promise<Seen>
}

/** The result of one check. */
export interface Seen {
  health?: HealthEntry
  /** `false` stands for a problem that was looked for and not found. */
  findings?: (Finding | false)[]
  /** `doctor` lists the findings as notes and still exits with 0. */
  isNote?: boolean
  /** Text for `doctor` when there are no findings. */
  fine?: string
  /** Worth knowing but not a problem; only `doctor` shows it. */
  note?: string
}

/** A problem and how to fix it. It never names a customer. */
export type Finding = Insights['insights'][number]

/** Figures only, never a host name or an error text, because the health answer is public. */
export interface HealthEntry {
  status: Health['checks']['database']['status']
  /** How long the dependency took to answer; without it, the duration of the check is used. */
  latencyMs?: number | null
  [figure: string]: number | string | null | undefined
}

export const findingsOf = ({ findings = [] }: Seen): Finding[] => findings.filter((found) => found !== false)

/** A problem that only `doctor` shows, so one sentence is enough. */
export const fault = (title: string, action: string): Finding => ({
  severity: 'high',
  category: 'config',
  title,
  detail: '',
  action,
})

type ConsoleTab =
  | 'today'
  | 'jobs'
  | 'dispatch'
  | 'workers'
  | 'franchises'
  | 'invoices'
  | 'payouts'
  | 'recurring'
  | 'services'
  | 'reports'
  | 'messages'
  | 'webhooks'
  | 'health'

/** The address of the console page where a finding is fixed, such as `/admin?tab=webhooks&state=dead`. */
export const consolePage = (tab: ConsoleTab, filters: Record<string, string> = {}): string =>
  `/admin?${new URLSearchParams({ tab, ...filters }).toString()}`

/** `1 visit`, `3 visits`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
