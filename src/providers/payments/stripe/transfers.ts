import type Stripe from 'stripe'
import { PaymentRefused } from '../refused'
import type { Reversal, ReversalOrder, Transfer, TransferOrder } from '../types'
import type { Call } from './calls'

export async function transfer(call: Call, order: TransferOrder): Promise<Transfer> {
  const charge = order.sourcePaymentId ? await chargeOf(call, order.sourcePaymentId) : null
  const made = await call(
    (stripe, options) =>
      stripe.transfers.create(
        {
          amount: order.cents,
          currency: 'usd',
          destination: order.accountId,
          transfer_group: order.transferGroup,
          ...(charge ? { source_transaction: charge } : {}),
          metadata: { key: order.key },
        },
        options,
      ),
    { key: order.key },
  )
  return transferOf(made)
}

export async function findTransfer(
  call: Call,
  { transferGroup, key }: { transferGroup: string; key: string },
): Promise<Transfer | null> {
  const { data } = await call((stripe, options) =>
    stripe.transfers.list({ transfer_group: transferGroup, limit: 100 }, options),
  )
  const found = data.find(({ metadata }) => metadata.key === key)
  return found ? transferOf(found) : null
}

export async function reverseTransfer(
  call: Call,
  { transferId, cents, key }: ReversalOrder,
): Promise<Reversal> {
  const made = await call(
    (stripe, options) =>
      stripe.transfers.createReversal(transferId, { amount: cents, metadata: { key } }, options),
    { key },
  )
  return reversalOf(made)
}

export async function listReversals(call: Call, transferId: string): Promise<Reversal[]> {
  const { data } = await call((stripe, options) =>
    stripe.transfers.listReversals(transferId, { limit: 100 }, options),
  )
  return data.map(reversalOf)
}

/** The charge behind a payment; a transfer can wait for its money. */
async function chargeOf(call: Call, paymentId: string): Promise<string> {
  const { latest_charge: charge } = await call((stripe, options) =>
    stripe.paymentIntents.retrieve(paymentId, {}, options),
  )
  if (!charge) throw new PaymentRefused('wrong-state')
  return typeof charge === 'string' ? charge : charge.id
}

function transferOf(transfer: Stripe.Transfer): Transfer {
  const { destination } = transfer
  return {
    id: transfer.id,
    accountId: typeof destination === 'object' ? (destination?.id ?? '') : destination,
    cents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    transferGroup: transfer.transfer_group,
    key: transfer.metadata.key ?? null,
  }
}

function reversalOf({ id, transfer, amount, metadata }: Stripe.TransferReversal): Reversal {
  const transferId = typeof transfer === 'string' ? transfer : transfer.id
  return { id, transferId, cents: amount, key: metadata?.key ?? null }
}
