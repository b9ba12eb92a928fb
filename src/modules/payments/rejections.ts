import type { Deps } from '../../deps'
import type { Rejection } from '../../providers/payments/rejections'
import type { Payments } from '../../providers/payments/types'
import { keepTodo } from '../office'

/** The work that stands still while the processor rejects these requests. */
const affected: Partial<Record<keyof Payments, string>> = {
  createCheckout: 'checkout pages',
  createCardSetup: 'saving cards',
  chargeStoredCard: 'charging saved cards',
  refund: 'refunds',
  ensureAccount: 'franchise accounts',
  createOnboardingLink: 'franchise onboarding',
  transfer: 'transfers to franchises',
  reverseTransfer: 'taking back transfers',
}

/**
 * A request that is wrong in itself is for HQ to fix, so it becomes a to-do and a line in the log, without any
 * value we sent.
 */
export function watchRejections(deps: Deps): void {
  deps.providers.payments.onRejected?.((rejection) => {
    const { operation, code, field, requestId } = rejection
    deps.log.error('the payment processor rejected our request', { operation, code, field, requestId })
    deps.background.run('reporting a rejected request', () =>
      deps.store.write((tx) => keepTodo(tx, deps.clock.now(), todoOf(rejection))),
    )
  })
}

function todoOf({ operation, code, field, requestId }: Rejection) {
  const what = affected[operation as keyof Payments] ?? 'a request'
  const said = [code, field === null ? null : `field ${field}`].filter((word) => word !== null).join(', ')
  const where =
    requestId === null ? "Look at the requests in its dashboard's log" : `Find ${requestId} in its log`
  return {
    kind: 'payment.rejected' as const,
    subject: operation,
    title: `The payment processor rejects our requests: ${what}`,
    detail: `Something is wrong with our request${said === '' ? '' : ` (${said})`} or with your account there, so nothing happened, and no customer was told that their card failed. ${where}, and check that the account is active and accepts cards. If this began with an update, go back to the version before.`,
  }
}
