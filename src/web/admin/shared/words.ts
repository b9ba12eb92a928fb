import { isLanguage, languageNames, languages, type Language } from '../../../words/language'
import type { Option, Tone } from '../../components'
import type { Directory } from '../shell/directory'

export const paymentWords: Record<string, string> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  partly_refunded: 'Partially refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
  disputed: 'Disputed',
  partly_paid: 'Partially paid',
}

/** The API counts a job that is paid in part as unpaid. */
export const paymentShown = ({ paymentState, paid, balance }: PaymentOfJob): string =>
  paymentState === 'unpaid' && paid > 0 && balance > 0 ? 'partly_paid' : paymentState

interface PaymentOfJob {
  paymentState: string
  paid: number
  balance: number
}

/** Nobody pays for a visit that was canceled or missed, so there is nothing to say about its payment. */
export const isOwed = ({ status, paymentState }: { status: string; paymentState: string }): boolean =>
  (status !== 'cancelled' && status !== 'no_show') || paymentState !== 'unpaid'

const { partly_paid: _, ...stored } = paymentWords
/** The states that the list can be filtered by. */
export const paymentFilters: Record<string, string> = stored

const tones: Record<string, Tone> = {
  paid: 'good',
  done: 'good',
  sent: 'good',
  delivered: 'good',
  active: 'good',
  failed: 'bad',
  disputed: 'bad',
  dead: 'bad',
  refused: 'bad',
  unknown: 'warn',
  held: 'warn',
  paused: 'warn',
  requested: 'warn',
  offered: 'info',
  queued: 'info',
  sending: 'info',
  processing: 'info',
  intended: 'info',
  pending: 'info',
}

export const toneOf = (state: string): Tone => tones[state] ?? 'plain'

/** `In progress` from `in_progress`, `Payment failed` from `payment-failed`. */
export function plain(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ').replaceAll('cancelled', 'canceled')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const actors: Record<string, string> = {
  truckroll: 'Automatic',
  public: 'Customer',
  customer: 'Customer',
  processor: 'Payment processor',
  bank: 'Bank',
  demo: 'Demo data',
  cli: 'Someone on the server',
}

export const languageOptions: Option[] = [
  { value: '', label: 'Not chosen (English)' },
  ...languages.map((value) => ({ value, label: languageNames[value] })),
]

export const languageOrNull = (choice: string): Language | null => (isLanguage(choice) ? choice : null)

/** The name behind an actor, such as `worker:019d…`, `hq:Kim` or `key:Zapier (Kim)`. */
export function actorName(actor: string, { workers }: Pick<Directory, 'workers'>): string {
  const [kind, id = ''] = actor.split(/:(.*)/s)
  if (kind === 'worker') return workers.find((worker) => worker.id === id)?.name ?? 'Technician'
  return kind === 'hq' || kind === 'key' ? id : (actors[actor] ?? actor)
}

/** Adds a period if the text has no end mark. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The API words errors to follow the field's name, as in `address: must not be blank`. */
export function errorText(fault: string | undefined): string | undefined {
  if (fault === 'must not be blank' || fault === 'is required') return 'Required'
  return fault && fault.charAt(0).toUpperCase() + fault.slice(1)
}
