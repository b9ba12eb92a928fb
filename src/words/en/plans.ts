interface Terms {
  business: string
  service: string
  address: string
  howOften: string
  amount: string
}

/** The page of a maintenance plan, where its customer also accepts an offer. */
export const en = {
  title: 'Your maintenance plan',
  changeTitle: 'New terms for your maintenance plan',
  lead: 'Nothing is scheduled or charged until you accept.',
  changeLead: 'Your plan continues as it is until you accept.',
  service: 'Service',
  address: 'Address',
  howOften: 'How often',
  perVisit: 'Price per visit',
  firstVisit: 'First visit',
  soon: 'About a week after you accept',
  withTax: (amount: string) => `${amount} with tax`,
  /** Kept word for word with the plan. */
  consent: (p: Terms & { first: string | null }) =>
    `I agree to a maintenance plan with ${p.business}: ${p.service} at ${p.address}, ${p.howOften}, for ${p.amount} per visit, starting ${p.first === null ? 'about a week from now' : `on ${p.first}`}. I can end the plan at any time.`,
  consentToChange: (p: Terms) =>
    `I agree to new terms for my maintenance plan with ${p.business}: ${p.service} at ${p.address}, ${p.howOften}, for ${p.amount} per visit, for visits that aren’t booked yet. I can end the plan at any time.`,
  accept: 'Accept this plan',
  acceptChange: 'Accept the new terms',
  doneTitle: 'Your plan is set up',
  done: 'Thank you! We’ll email you the details and schedule your visits.',
  next: 'Next visit',
  change: 'To end your plan, sign in with a code we email you.',
  paused: 'Your plan is paused. We won’t schedule visits until it continues.',
  waitingTitle: 'Your plan is waiting for a price',
  waiting: 'We’ll email you our price. Nothing is scheduled or charged until you accept it.',
  endedTitle: 'Your maintenance plan has ended',
  ended: 'We won’t schedule new visits. Visits already booked will still happen.',
  closedTitle: 'This offer has expired',
  closed: 'It was open for 30 days. Contact us, and we’ll send you a new one.',
  changed: 'The offer has changed since you opened this page. Please read it again.',
  myPlans: 'My bookings and plans',
}
