import type { Task } from '../../../modules/hq-tasks/model'

/** Where in the console the thing is that a task is about. */
export type TaskPlace = { job: string } | { tab: string; about: Record<string, string | null> }

type About = Pick<Task, 'kind' | 'subject' | 'title' | 'detail' | 'franchiseId'>
type Find = (task: About) => TaskPlace | null

const toJob: Find = ({ subject }) => ({ job: subject })
const to =
  (tab: string, about: Record<string, string> = {}): Find =>
  ({ subject }) => ({ tab, about: { ...about, id: subject } })

/** Tasks about money are about a payment or a refund, and say in words whose job it is. */
const toNamedJob: Find = ({ detail }) => {
  const named = [...(detail ?? '').matchAll(/\bjob ([\w-]*\d[\w-]*)/gi)].at(-1)?.[1]
  return named === undefined ? null : { job: named }
}

const toFranchise: Find = ({ franchiseId }) => ({ tab: 'franchises', about: { id: franchiseId } })

/** A campaign that goes wrong is one task about many messages. */
const toMessage =
  (state: string): Find =>
  ({ subject }) => {
    const about: Record<string, string> = subject.startsWith('campaign:') ? { state } : { id: subject }
    return { tab: 'messages', about }
  }

const toSender: Find = ({ title }) => {
  const phone = /\+?\d[\d\s().-]*$/.exec(title)?.[0]
  return phone === undefined ? null : { tab: 'customers', about: { q: phone } }
}

/** By kind; a kind that is not named goes by what stands before its dot. */
const places: Record<string, Find> = {
  job: toJob,
  cancel: toJob,
  dispatch: toJob,
  plan: to('recurring', { part: 'plans' }),
  template: to('recurring', { part: 'templates' }),
  schedule: to('recurring', { part: 'schedules' }),
  billing: to('recurring', { part: 'schedules' }),
  'billing.charge-failed': to('invoices'),
  'billing.charge-open': toNamedJob,
  'billing.left-out': toJob,
  invoice: to('invoices'),
  'invoice.to-send': toJob,
  payment: toNamedJob,
  refund: toNamedJob,
  transfer: toFranchise,
  franchise: to('franchises'),
  worker: to('workers'),
  'worker.unknown': () => ({ tab: 'workers', about: {} }),
  'message-undelivered': toMessage('dead'),
  'sms-unknown': toMessage('unknown'),
  'sms-reply': toSender,
}

export function placeOf(task: About): TaskPlace | null {
  const find = places[task.kind] ?? places[task.kind.split('.')[0] ?? '']
  return find?.(task) ?? null
}
