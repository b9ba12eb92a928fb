import type { Deps } from '../../../deps'

export type Severity = 'high' | 'medium' | 'low'

/** Something worth knowing, with what to do about it. No customer is named in it. */
export interface Insight {
  severity: Severity
  category: 'performance' | 'data' | 'security' | 'config'
  title: string
  detail: string
  action: string
}

/** Looks at one thing and tells what is wrong with it, if anything. */
export type Finder = (deps: Deps) => Insight[] | Promise<Insight[]>

/** `1 worker`, `3 workers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
