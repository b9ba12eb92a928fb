/** Text messages to customers and technicians. Plain quotes and hyphens keep them in the cheap GSM alphabet. */
export const en = {
  reference: (reference: string) => `Ref. ${reference}`,
  simulated: 'Demo: no card is charged.',
  details: (url: string) => `Details: ${url}`,
  verifyCode: (code: string, business: string) =>
    `${code} is your code for ${business}. It expires in 10 minutes.`,
  workLink: (business: string, link: string) =>
    `${business}: Open your visits on this phone within 1 hour. The link works once. Please don't share it. ${link}`,
  workVisit: {
    new: (business: string, when: string) => `${business}: New visit for you: ${when}.`,
    moved: (business: string, when: string) => `${business}: One of your visits has a new time: ${when}.`,
    canceled: (business: string, when: string) => `${business}: Your visit is off: ${when}.`,
  },
  booked: (business: string, service: string) =>
    `${business}: We have your booking (${service}). We'll confirm your visit soon.`,
  confirm: (url: string) => `Please confirm: ${url}`,
  lapsed: (business: string, service: string) =>
    `${business}: You haven't confirmed your booking (${service}), so we're no longer keeping its time.`,
  bookedFor: (business: string, service: string, when: string) =>
    `${business}: You're booked: ${service}, ${when}.`,
  toConfirm: (business: string, service: string, when: string) =>
    `${business}: We have your booking: ${service}, ${when}.`,
  scheduled: (business: string, service: string, when: string) =>
    `${business}: Your visit is confirmed: ${service}, ${when}.`,
  moved: (business: string, service: string, when: string) =>
    `${business}: Your visit has a new time: ${service}, ${when}.`,
  kept: (business: string, when: string, technician: string | null) =>
    `${business}: Your visit is still on ${when}. ${technician ?? 'Another technician'} will ${technician === null ? 'take care of it' : 'be your technician'}.`,
  reminder: (business: string, service: string, when: string) =>
    `${business}: Reminder of your visit: ${service}, ${when}.`,
  reminderReplies: 'Reply C to confirm or R to change the time.',
  visitConfirmed: (business: string, when: string) =>
    `${business}: Thanks! Your visit is confirmed: ${when}.`,
  changeHere: (business: string) => `${business}: You can choose another time here.`,
  changeByPhone: (business: string, phone: string | null) =>
    phone === null
      ? `${business}: We'll get in touch to find another time.`
      : `${business}: To change the time, call us at ${phone}. We'll also get in touch.`,
  track: (url: string) => `Follow along: ${url}`,
  rate: (url: string) => `Rate your visit: ${url}`,
  onTheWay: (business: string, technician: string | null, service: string) =>
    `${business}: ${technician ?? 'Your technician'} is on the way (${service}).`,
  unscheduled: (business: string, service: string) =>
    `${business}: Sorry, we can't make the time of your visit (${service}). We'll send you a new time soon.`,
  newTime: (business: string, service: string, when: string | null, phone: string | null) =>
    `${business}: Sorry, we haven't scheduled your visit yet (${service}). ${when === null ? 'Which days and times suit you?' : `Could we come ${when}?`} Reply${phone === null ? '' : ` or call ${phone}`} to let us know.`,
  missed: (business: string, service: string, phone: string | null) =>
    `${business}: Sorry we missed you (${service}). ${phone === null ? 'Contact us' : `Call us at ${phone}`} to find a new time.`,
  completed: (business: string, service: string) => `${business}: All done (${service}). Thank you!`,
  invoiceFollows: "We'll send your invoice separately.",
  cancelled: (business: string, service: string | null) =>
    `${business}: Your ${service === null ? 'visit' : `booking (${service})`} is canceled.`,
  willRefund: (amount: string) => `We're refunding ${amount}.`,
  willReturn: (amount: string) => `Our office will return the ${amount} you didn't pay by card.`,
  feeKept: (amount: string) => `We kept a ${amount} cancellation fee.`,
  stillDue: (amount: string) => `${amount} is still due.`,
  returned: (business: string, amount: string, service: string) =>
    `${business}: We gave you back ${amount} for ${service}.`,
  receipt: (business: string, amount: string, service: string) =>
    `${business}: We received ${amount} for ${service}. Thank you!`,
  repriced: (business: string, service: string, amount: string) =>
    `${business}: Your booking (${service}) is now ${amount}.`,
  refunded: (business: string, amount: string, service: string) =>
    `${business}: We refunded ${amount} for ${service}. It usually takes a few business days.`,
  invoice: (business: string, number: string, amount: string) => `${business}: Invoice ${number}, ${amount}.`,
  chargeFailed: (business: string, amount: string, service: string) =>
    `${business}: We couldn't charge your card ${amount} for ${service}.`,
  payHere: (url: string) => `Pay here: ${url}`,
  cardRequest: (business: string, url: string) => `${business}: Save a card for automatic payment: ${url}`,
  cardSaved: (business: string, brand: string, last4: string) =>
    `${business}: You saved a card (${brand} ending in ${last4}). Wasn't you? Call us.`,
  plan: (business: string, service: string, howOften: string, amount: string) =>
    `${business}: Your plan: ${service}, ${howOften}, ${amount} per visit.`,
  viewPlan: (url: string) => `View or end it: ${url}`,
  followUp: (business: string, service: string) =>
    `${business}: How did we do (${service})? If anything isn't right, let us know.`,
  stop: 'Reply STOP to opt out.',
  help: (business: string, url: string) =>
    `${business}: Messages about your bookings and offers. See ${url}. Reply STOP to opt out.`,
}
