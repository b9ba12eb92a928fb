import { formatPhone, formatsFor } from '../formats'

const f = formatsFor('en')

/** The invoice as a page, a PDF and an email, and the page that shows it. */
export const en = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  pageTitle: (p: { number: string; seller: string }) => `Invoice ${p.number} from ${p.seller}`,
  billTo: 'Bill to',
  facts: {
    number: 'Number',
    notNumbered: 'Assigned when sent',
    forInvoice: 'For invoice',
    reference: 'Reference',
    date: 'Date',
    due: 'Due',
    paidOn: 'Paid on',
    serviceDate: 'Service date',
    billedFor: 'Billed for',
  },
  date: f.dateOf,
  money: f.money,
  description: 'Description',
  amount: 'Amount',
  included: 'Included',
  including: (p: { service: string; addOns: string[] }) => `${p.service} (includes ${f.list(p.addOns)})`,
  discount: (code: string | null) => (code === null ? 'Discount' : `Discount (${code})`),
  referralCredit: 'Referral credit',
  refundFor: (number: string) => `Refund for invoice ${number}`,
  subtotal: 'Subtotal',
  tax: (basisPoints: number) => `Tax (${f.percent(basisPoints)})`,
  total: 'Total',
  paid: 'Paid',
  refunded: 'Refunded',
  balanceDue: 'Balance due',
  stamps: { void: 'VOID', paid: 'PAID', refunded: 'REFUNDED' },
  closing: {
    void: 'This invoice is void. You don’t owe anything on it.',
    creditNote: 'We’ll refund you the way you paid.',
    paid: (p: { on: string }) => `Paid on ${f.dateOf(p.on)}. Thank you.`,
    partlyRefunded: (p: { on: string; cents: number }) =>
      `Paid on ${f.dateOf(p.on)}. We refunded ${f.money(p.cents)}.`,
    nothingDue: 'You don’t owe anything.',
    thanks: 'Thank you for your business.',
  },
  payOnline: 'View and pay online:',
  notice: {
    callToPay: (phone: string | null) =>
      phone === null ? 'To pay, please call our office.' : `To pay, call us at ${formatPhone(phone)}.`,
    simulated: 'Demo: payments are simulated. No money moves and no card is charged.',
  },
  page: {
    actions: 'Invoice actions',
    downloadPdf: 'Download PDF',
    payNow: 'Pay now',
    checking: 'We’re checking for your payment. This page will update in a moment.',
    notArrived:
      'We haven’t received a payment yet. If you came back without paying, nothing was charged. If you did pay, it can take a few minutes.',
    checkAgain: 'Check again',
    creditNote: 'Credit note',
    photos: 'Photos of the work',
    before: 'Before',
    after: 'After',
    notPayable: {
      title: 'This invoice can’t be paid here',
      void: 'This invoice is void, so there’s nothing to pay.',
      creditNote: 'A credit note doesn’t need to be paid.',
      paid: 'This invoice is already paid. Thank you.',
      settled: 'A payment may already be in progress, or nothing is due. Try again in a moment.',
      notOnline: 'You can’t pay online right now. Please call us to pay.',
      looksWrong: 'If this looks wrong, reply to the message the link came in.',
    },
  },
}
