import type { LedgerAccount } from '../../../db/schema/ledger'
import type { LedgerKind } from './transactions'

export const accountTypes = ['asset', 'liability', 'income', 'expense'] as const

interface Account {
  /** Also the name of the account in QuickBooks. */
  name: string
  type: (typeof accountTypes)[number]
  /** The account type to choose in QuickBooks. None of them asks for a customer or vendor on every line. */
  quickbooksType: string
  meaning: string
  /** Explains a balance on the side where this account usually has none. */
  unusual: string
}

/** The accounts as people know them, in the order of a balance sheet. */
export const accounts: Record<LedgerAccount, Account> = {
  processor_cash: {
    name: 'Payment Processor Balance',
    type: 'asset',
    quickbooksType: 'Other Current Assets',
    meaning: 'Your money at the payment processor',
    unusual: "More left this account than came in: payouts to your bank aren't recorded here.",
  },
  undeposited_funds: {
    name: 'Cash and Checks on Hand',
    type: 'asset',
    quickbooksType: 'Other Current Assets',
    meaning: 'Cash and checks you received, deposited or not',
    unusual: 'You gave back more cash than you received.',
  },
  bank: {
    name: 'Bank Payments Received',
    type: 'asset',
    quickbooksType: 'Other Current Assets',
    meaning: 'Payments sent straight to your bank, outside the payment processor',
    unusual: 'You gave back more from the bank than you received there.',
  },
  customers_receivable: {
    name: 'Disputed Payments',
    type: 'asset',
    quickbooksType: 'Other Current Assets',
    meaning: 'Money a bank took back while a dispute is open',
    unusual: 'More came back from disputes than was taken.',
  },
  franchise_receivable: {
    name: 'Due from Franchises',
    type: 'asset',
    quickbooksType: 'Other Current Assets',
    meaning: 'Payments that franchises collected, and shares they have to return',
    unusual: 'Franchises paid more than they owed.',
  },
  franchise_payable: {
    name: 'Due to Franchises',
    type: 'liability',
    quickbooksType: 'Other Current Liabilities',
    meaning: 'Shares you owe franchises',
    unusual:
      'Franchises got more than their share. Payouts that are being reversed after refunds cause this.',
  },
  refunds: {
    name: 'Refunds Payable',
    type: 'liability',
    quickbooksType: 'Other Current Liabilities',
    meaning: 'Refunds approved but not paid yet',
    unusual: 'More refunds were paid than approved.',
  },
  tax_payable: {
    name: 'Sales Tax Collected',
    type: 'liability',
    quickbooksType: 'Other Current Liabilities',
    meaning: 'Sales tax you collected, before you pay it to the state',
    unusual: 'More sales tax was refunded than collected.',
  },
  revenue_hq: {
    name: 'Service Revenue',
    type: 'income',
    quickbooksType: 'Income',
    meaning: "Headquarters' share of payments, excluding tax and franchise shares",
    unusual: 'More was refunded than earned.',
  },
  processor_fees: {
    name: 'Payment Processing Fees',
    type: 'expense',
    quickbooksType: 'Expenses',
    meaning: 'Fees the payment processor kept',
    unusual: 'More fees were given back than taken.',
  },
}

export const accountsInOrder = Object.keys(accounts) as LedgerAccount[]

const kindNames: Record<LedgerKind, string> = {
  payment: 'Payment received',
  payment_undone: 'Payment undone',
  share_kept: 'Share kept by the franchise',
  fee: 'Processing fee',
  refund_owed: 'Refund approved',
  refund_paid: 'Refund paid',
  refund: 'Refund',
  cancellation_fee: 'Cancellation fee kept',
  refund_withdrawn: 'Refund withdrawn',
  refund_failed: 'Refund failed',
  transfer: 'Paid out to a franchise',
  transfer_reversal: 'Payout reversed',
  receivable: 'Owed by a franchise',
  dispute: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
}

export const nameOfKind = (kind: string): string => kindNames[kind as LedgerKind] ?? kind
