import { DeliveryFailure } from '../../../src/providers/delivery'
import type { Letter } from '../../../src/providers/email'
import { failureOf as failureOfKind } from '../../support/failure'

export function letter(changes: Partial<Letter> = {}): Letter {
  return {
    key: '0198-key',
    from: { name: 'Truckroll, Denver', address: 'no-reply@truckroll.dev' },
    to: 'ada@lovelace.dev',
    replyTo: null,
    subject: 'Your visit',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: {},
    files: [],
    ...changes,
  }
}

/** The error a send ends with. */
export const failureOf = (sending: Promise<unknown>): Promise<DeliveryFailure> =>
  failureOfKind(sending, DeliveryFailure)
