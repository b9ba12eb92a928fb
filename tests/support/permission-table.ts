import type { AccessRule, FranchiseScope } from '../../src/http/endpoint'

/** The words of docs/permissions.md for each kind of caller. */
const callers = {
  public: 'anyone',
  proof: 'a customer with a proof',
  worker: 'a technician',
  cron: 'the cron secret',
  signature: 'a signed call',
  key: 'any API key',
} as const

/** The columns after the endpoint: the permission or the caller, and what a franchisee reaches. */
export function columnsOf(rule: AccessRule): string[] {
  if (rule.as !== 'hq') return [callers[rule.as]]
  return [`\`${rule.needs}\``, reachOf(rule.scope)]
}

/** The words for how far a caller limited to one franchise reaches. */
export function reachOf(scope: FranchiseScope | undefined): string {
  if (scope === undefined) return 'nothing'
  if (scope === 'shared') return 'the same'
  const { id, franchiseId, body = {} } = scope
  const places = [
    id === undefined ? '' : `their own ${wordFor(id)}`,
    franchiseId === 'query' ? 'a list of their own' : franchiseId === 'body' ? 'their own franchise' : '',
    ...Object.keys(body).map((field) => `\`${field}\``),
  ].filter((part) => part !== '')
  return places.length === 0 ? 'their own' : places.join(', ')
}

const words: Record<string, string> = {
  jobTemplate: 'job template',
  todo: 'to-do',
  feed: 'calendar link',
  schedule: 'billing schedule',
}
const wordFor = (kind: string): string => words[kind] ?? kind

/** The rows of the table under a heading, as texts of their cells. */
export function tableUnder(page: string, heading: string): string[][] {
  const start = page.indexOf(`## ${heading}\n`)
  if (start === -1) throw new Error(`The page has no section "${heading}"`)
  const section = page.slice(start).split(/\n## /)[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
