/** Saving a card: the page behind a link, the account page, and the words a customer agrees to. */
export const en = {
  title: 'Save a card',
  text: (business: string) =>
    `${business} never sees your card number. Our payment processor stores it securely.`,
  /** Kept word for word with the card. */
  consent: (business: string) =>
    `I allow ${business} to save this card and to charge it for visits, plans and invoices I’ve agreed to, including when I’m not online. I can remove it at any time on my bookings page.`,
  agree: 'Agree and continue',
  current: 'Saved card',
  replace: 'Saving another card replaces it.',
  code: 'To use another card, sign in with a code we email you.',
  card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  expires: (month: string) => `Expires ${month}`,
  expired: (month: string) => `Expired ${month}`,
  savedTitle: 'Your card is saved',
  saved: 'You don’t have to do anything else. We’ll email you a receipt after each charge.',
  waitingTitle: 'We’re saving your card',
  waiting: 'This can take a minute. Reload this page to check.',
  notCardTitle: 'No card was saved',
  notCard: 'Only credit and debit cards can be saved. Try again with a card.',
  myBookings: 'See my bookings',
  unavailable: 'You can’t save a card online right now. Please call us.',
  demoTitle: 'Save a card',
  demoSave: 'Save card',
  demoBack: 'Go back without saving',
  my: {
    none: 'No card saved',
    noneText:
      'Save a card to pay your plans and invoices automatically. We only charge what you’ve agreed to.',
    save: 'Save a card',
    replace: 'Use another card',
    remove: 'Remove card',
    removeTitle: 'Remove this card?',
    removeText:
      'We won’t charge it anymore. If you have a plan that’s paid automatically, we’ll send you invoices instead.',
    keep: 'Keep card',
    removed: 'Your card was removed.',
  },
}
