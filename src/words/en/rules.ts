/** The terms of a booking: its cancellation policy and deposit. */
export const en = {
  cancellation: 'Cancellation',
  free: (time: string) => `Free cancellation until ${time}.`,
  beforeVisit: (length: string) => `${length} before your visit`,
  visitStarts: 'your visit starts',
  hours: { one: 'hour', other: 'hours' },
  days: { one: 'day', other: 'days' },
  at: (day: string, time: string) => `${day}, ${time}`,
  feeAfter: (fee: string) => `After that, we keep ${fee} of what you paid.`,
  callAfter: 'After that, call us to cancel.',
  feeNow: (fee: string) => `If you cancel now, we keep ${fee} of what you paid.`,
  callNow: 'It’s too late to cancel online. Call us to cancel.',
  ofPrice: (percent: string) => `${percent} of the price`,
  deposit: 'Deposit',
  depositPaid: 'Deposit paid',
  depositNow: (deposit: string, rest: string) => `Pay ${deposit} deposit now, ${rest} on the day`,
  allNow: 'Pay everything now',
  depositFirst: 'Pay a deposit when you book, and the rest on the day.',
  payDeposit: (deposit: string) => `Pay ${deposit} deposit`,
  payAll: (total: string) => `Pay ${total} in full`,
  depositArrived: (deposit: string, rest: string) =>
    `We received your ${deposit} deposit. Thank you! ${rest} is due on the day of your visit.`,
}
