import { conflict } from '../../lib/errors'
import type { Message } from '../messages/queue'
import type { WorkerRow } from './find'

interface Link {
  /** Of the token; the link itself is in the message until it is sent, and nowhere after that. */
  id: string
  link: string
  until: number
  timeZone: string
}

/** The link for the worker's phone, to the number or the address that is on file and to no other. */
export function linkMessage(worker: WorkerRow, channel: Message['channel'], given: Link): Message {
  const { id, ...data } = given
  const recipient = channel === 'sms' ? worker.phone : worker.email
  if (recipient === null)
    throw conflict(`This worker has no ${channel === 'sms' ? 'phone number' : 'e-mail address'} on file`)
  return {
    about: `worker-token:${id}:${channel}`,
    channel,
    template: 'work-link',
    recipient,
    data: { name: worker.name, ...data },
    franchiseId: worker.franchiseId,
  }
}
