/** The demo processor's own pages. A real processor brings pages in the customer's language. */
export const en = {
  title: 'Pay for your booking',
  card: 'Card number',
  pay: (amount: string) => `Pay ${amount}`,
  back: 'Go back without paying',
  demo: 'This is a demo: no card is charged, and real card numbers aren’t accepted.',
  testCards: 'Test cards',
  cards: {
    succeeds: 'Succeeds',
    disputed: 'Succeeds, then is disputed',
    generic_decline: 'Declined',
    insufficient_funds: 'Declined: not enough funds',
    expired_card: 'Declined: expired card',
    incorrect_cvc: 'Declined: incorrect security code',
  },
  declined: {
    generic_decline: 'Your card was declined. Try another card.',
    insufficient_funds: 'Your card doesn’t have enough funds. Try another card.',
    expired_card: 'Your card has expired. Try another card.',
    incorrect_cvc: 'Your card’s security code is incorrect. Check it or try another card.',
  },
  notTestCard: 'Only the test cards below work here. Choose one of them.',
  closed: {
    title: 'This checkout is closed',
    text: 'It expired, or the booking was canceled. Nothing was charged.',
  },
  unknown: {
    title: 'Checkout not found',
    text: 'The link is incomplete. Open the checkout again from your booking.',
  },
  onboarding: {
    title: 'Set up payouts',
    text: 'Here, the payment processor would verify your identity and ask where to send your money.',
    finish: 'Finish setup',
    demo: 'This is a demo: you don’t have to enter anything.',
    doneTitle: 'Payouts are set up',
    done: 'You can close this page.',
    unknownTitle: 'Account not found',
    unknown: 'The link is incomplete. Start the setup again from the console.',
  },
}
