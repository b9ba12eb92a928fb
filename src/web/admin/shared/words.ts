import type { Tone } from '../../components'
import type { Directory } from '../shell/directory'

export const paymentWords: Record<string, string> = {
  unpaid: 'Not paid',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
  disputed: 'Disputed',
}

const tones: Record<string, Tone> = {
  paid: 'good',
  done: 'good',
  sent: 'good',
  active: 'good',
  failed: 'bad',
  disputed: 'bad',
  dead: 'bad',
  refused: 'bad',
  unknown: 'warn',
  held: 'warn',
  paused: 'warn',
  requested: 'warn',
  queued: 'info',
  sending: 'info',
  processing: 'info',
  intended: 'info',
  pending: 'info',
}

export const toneOf = (state: string): Tone => tones[state] ?? 'plain'

/** `in_progress` and `payment-failed` as people write them. */
export function plain(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const byNobody: Record<string, string> = { truckroll: 'Automatic', public: 'The customer' }

/** Who did something, as people call them: `worker:019d…` has a name. */
export function actorName(actor: string, { workers }: Pick<Directory, 'workers'>): string {
  const [kind, id = ''] = actor.split(/:(.*)/s)
  if (kind === 'worker') return workers.find((worker) => worker.id === id)?.name ?? 'a worker'
  return kind === 'hq' ? id : (byNobody[actor] ?? actor)
}
