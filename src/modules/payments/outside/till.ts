import type { OutsideMethod, PaymentMethod } from '../../../../db/schema/payments'
import type { Till } from '../../ledger'
import type { PaymentRow } from '../rows'

const tillOf: Record<PaymentMethod, Till> = {
  card: 'processor_cash',
  cash: 'undeposited_funds',
  check: 'undeposited_funds',
  bank_transfer: 'bank',
  other: 'bank',
}

/** The account a payment's money is in. A refund may leave through another one, unless a franchise pays it. */
export const tillFor = (
  { method, receivedBy }: Pick<PaymentRow, 'method' | 'receivedBy'>,
  refundedBy: OutsideMethod | null = null,
): Till => (receivedBy === 'franchise' ? 'franchise_receivable' : tillOf[refundedBy ?? method])

/** How HQ reads a way to pay in the middle of a sentence. */
export const methodText: Record<PaymentMethod, string> = {
  card: 'by card',
  cash: 'in cash',
  check: 'by check',
  bank_transfer: 'by bank transfer',
  other: 'another way',
}
