import type { Deps } from '../../deps'
import type { ChannelChoice } from '../../settings/notifications'
import type { Channel } from './outbox'

/** An address to send to. */
export interface Contact {
  channel: Channel
  recipient: string
}

interface Reachable {
  customerEmail: string | null
  customerPhone: string | null
}

type Notifications = Deps['settings']['notifications']
export type Notice = Exclude<keyof Notifications, 'reminderHours'>

/**
 * How a message reaches a customer, as the office chose: usually one way, none if they have no such address or
 * it is turned off. Every message to a customer asks here.
 */
export function waysFor(
  { notifications }: Pick<Deps['settings'], 'notifications'>,
  notice: Notice,
  customer: Reachable,
): Contact[] {
  return waysBy(notifications[notice], customer)
}

/** For messages that can't be turned off: email, or SMS for customers without an email address. */
export const usualWay = (customer: Reachable): Contact | null => waysBy('email_first', customer)[0] ?? null

/** A message that someone asked to get one way goes that way or not at all. */
export function waysBy(choice: ChannelChoice, { customerEmail, customerPhone }: Reachable): Contact[] {
  const email = customerEmail === null ? [] : [{ channel: 'email' as const, recipient: customerEmail }]
  const sms = customerPhone === null ? [] : [{ channel: 'sms' as const, recipient: customerPhone }]
  switch (choice) {
    case 'email_first':
      return email.length > 0 ? email : sms
    case 'sms_first':
      return sms.length > 0 ? sms : email
    case 'email':
      return email
    case 'sms':
      return sms
    case 'both':
      return [...email, ...sms]
    case 'none':
      return []
  }
}

/** The name of an occasion for each way. The first keeps the name, so that nothing goes out twice after a change. */
export const aboutFor = (about: string, { channel }: Contact, at: number): string =>
  at === 0 ? about : `${about}:${channel}`
