import { marker } from './generate'
import type { Operation } from './operations'
import type { Written } from './request'
import { checkOf } from './schema'
import { alwaysChange, type FuzzWorld } from './world'

export interface Received {
  status: number
  headers: Headers
  text: string
}

/** Everything wrong with an answer, by the document and by the rules for all answers. */
export function faultsOf(operation: Operation, sent: Written, answer: Received, world: FuzzWorld): string[] {
  const { status, text } = answer
  return [
    ...(status >= 500 && ![502, 504].includes(status) ? [`answers ${status}`] : []),
    ...documentFaults(operation, sent, answer),
    // Many requests share one odd address, and its limit comes before its token.
    ...(sent.isKnownCaller || status === 401 || status === 429 || isNowhere(answer)
      ? []
      : [`lets a stranger in with ${status}`]),
    ...(status < 400 && sent.isAllowed === false ? ['takes what the document does not allow'] : []),
    ...leaks(answer, world),
    ...(answer.headers.get('x-request-id') === null ? ['has no request id'] : []),
    ...(text === '' && status >= 400 ? ['says nothing'] : []),
  ]
}

/** An id of dots or slashes is another path, where nothing is. */
const isNowhere = ({ status, text }: Received) =>
  status === 404 && text.includes('Check the path and the method')

function documentFaults({ responses }: Operation, _: Written, answer: Received): string[] {
  const { status, headers, text } = answer
  if (isNowhere(answer)) return []
  const described = responses[status]
  if (!described) return [`answers ${status}, which is not in the document`]
  const declared = Object.keys(described.content ?? {})
  if (declared.length === 0) return []
  const media = (headers.get('content-type') ?? 'none').replace(/;.*$/, '')
  const schema = described.content?.[media]?.schema
  if (!schema) return [`answers ${media} instead of ${declared.join(' or ')}`]
  if (media !== 'application/json') return []
  try {
    return checkOf(schema)(JSON.parse(text), 'answer').slice(0, 5)
  } catch {
    return ['answers something other than JSON']
  }
}

function leaks({ status, headers, text }: Received, { secrets, credentials }: FuzzWorld): string[] {
  const told = [...secrets, ...(status >= 400 ? credentials() : [])].filter((secret) => text.includes(secret))
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  // A page shows a form as filled in, escaped; the API repeats nothing.
  const echo = isPage ? `<b>${marker}` : marker
  return [
    ...(told.length > 0 ? ['tells a secret'] : []),
    ...(status >= 400 && text.includes(echo) ? ['repeats what was sent'] : []),
  ]
}

/** Refusals that leave something behind on purpose. */
const mayLeave: Record<string, string[]> = {
  // HQ gets a to-do when someone asks to cancel a visit under way.
  'POST /api/customer/cancel': ['hq_tasks'],
  // The demo processor remembers a card it declined, and reports it with an event.
  'POST /demo/checkout/{id}': ['demo_intents', 'demo_events', 'webhook_events', 'payments'],
}

/** The tables that a refusal wrote to and shouldn't have. */
export function leftBehind(
  operation: Operation,
  before: Map<string, number>,
  after: Map<string, number>,
): string[] {
  const allowed = mayLeave[operation.name] ?? []
  return [...after]
    .filter(([name, count]) => count !== before.get(name))
    .map(([name]) => name)
    .filter((name) => !alwaysChange.includes(name) && !allowed.includes(name))
}
