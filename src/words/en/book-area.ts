/** Whether we serve an address. Apart from the other words, because the browser needs these too. */
export const en = {
  outside: 'Sorry, we don’t serve this address yet.',
  poBox: 'We can’t come to a PO box. Enter the street address where you need us.',
  noHouse: 'Add the house number and street name so we can find you.',
  unknown: 'We couldn’t find this address. Add its ZIP code.',
  served: (business: string | null) =>
    `${business ?? 'We'} ${business === null ? 'serve' : 'serves'} this address.`,
  request: {
    title: (zip: string) => `We don’t serve ${zip} yet`,
    ask: 'Leave your email, and we’ll let you know when we get there.',
    email: 'Email',
    why: 'We won’t use it for anything else.',
    send: 'Let me know',
    wrong: 'Enter an email address, such as you@example.com.',
    noted: (zip: string) => `Thanks! We’ll email you when we serve ${zip}.`,
    leave: 'Leave your email',
  },
}
