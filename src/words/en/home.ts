/** The home page, the pages of franchises, and the terms and privacy pages. */
export const en = {
  headline: (business: string) => `Book online with ${business}`,
  lead: 'Choose a service, see the price and pick an arrival window that works for you.',
  description: (business: string, services: string) =>
    services === ''
      ? `Book a visit with ${business} online. See the price before you book.`
      : `${services} from ${business}. See the price and book your arrival window online.`,
  book: 'Book a visit',
  call: (phone: string) => `Call ${phone}`,
  openNow: (time: string) => `Open now until ${time}`,
  closedNow: 'Closed now',
  opensToday: (time: string) => `Closed now, opens at ${time}`,
  opensOn: (day: string, time: string) => `Closed now, opens ${day} at ${time}`,
  area: {
    title: 'Do we serve your area?',
    zip: 'ZIP code',
    check: 'Check',
    invalid: 'Enter a 5-digit ZIP code, such as 80202.',
    served: (business: string, zip: string) => `Yes! ${business} serves ${zip}.`,
    outside: (zip: string) => `Sorry, we don’t serve ${zip} yet.`,
    bookHere: (zip: string) => `Book in ${zip}`,
  },
  services: {
    title: 'Services and prices',
    plusTax: 'Plus sales tax where it applies. You’ll see the total before you book.',
    book: 'Book',
    bookOne: (service: string) => `Book ${service}`,
    quote: 'Request a quote',
    quoteOne: (service: string) => `Request a quote for ${service}`,
  },
  how: {
    title: 'How it works',
    steps: [
      { title: 'Choose a service', text: 'Tell us where you need it, and you’ll see the price.' },
      { title: 'Pick an arrival window', text: 'You’ll only see times we can keep.' },
      { title: 'We’ll take it from there', text: 'We’ll let you know when your technician is on the way.' },
    ],
  },
  locations: {
    title: 'Where we work',
    towns: (towns: string) => `Serving ${towns}`,
    townsAndMore: (towns: string) => `Serving ${towns} and nearby areas`,
    zips: 'ZIP codes',
    moreZips: (count: number) => `Show all ${count} ZIP codes`,
    page: (name: string) => `More about ${name}`,
    partOf: (business: string) => `Part of ${business}`,
  },
  reviews: {
    title: 'Reviews',
    text: (business: string) => `See what customers say about ${business}.`,
    link: 'Read our reviews',
  },
  hours: {
    title: 'Hours',
    today: 'Today',
    closed: 'Closed',
    zone: (zone: string) => `Times are in ${zone}.`,
  },
  contact: { title: 'Contact', phone: 'Phone', email: 'Email', address: 'Mailing address' },
  trust: { title: 'Licensed and insured', license: 'License', insurance: 'Insurance' },
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  usualTerms: (
    business: string,
    contact: string,
  ) => `These terms apply when you book a visit with ${business}.

## Booking
You can book online or by phone. Your booking is a request until we confirm it, you confirm it with the link in your email, or you pay. If nobody confirms an online booking in time, we may give its arrival window to someone else.

## Arrival windows
Your technician arrives within the window you booked. If we’re running late or need another time, we’ll tell you as soon as we know. Someone who can let us in should be home.

## Prices and payment
You see the price and the tax before you book. If the job turns out to be different from what was booked, we agree on a new price with you before we start. Payment is due when the work is done, unless you’ve already paid.

## Changes and cancellations
You can change or cancel your visit online. The cancellation terms that apply to you are shown when you book and in your booking.

## Our work
We do our work with care. If something isn’t right, tell us as soon as you notice, and give us the chance to fix it.

## Safety
Our technicians may stop if it isn’t safe to go on, for example because of weather, wiring or animals.

## Questions
${contact}`,
  usualPrivacy: (
    business: string,
    contact: string,
  ) => `This policy explains what information ${business} collects about you and why.

## What we collect
When you book, we ask for your name, email, phone number, the address of the visit, and what we should know about the job. When you pay by card, our payment processor receives your card details. We never see or store the full card number.

## Why we use it
We use it to schedule and do the work, to tell you about your visit, to send invoices and receipts, and to meet our legal obligations. We only send marketing messages if you haven’t opted out, and every one of them lets you unsubscribe.

## Who receives it
Our technicians and our office see what they need to do the work. Companies that process payments, send email and texts, or look up addresses for us receive only what they need for that. We don’t sell your information.

## How long we keep it
We keep records of jobs, invoices and payments as long as the law requires. You can ask us to erase the rest.

## Cookies
This site uses one cookie, which remembers the language you chose. Your browser also remembers whether you chose light or dark and, when you sign in to see your bookings, stays signed in for 30 minutes. We don’t use advertising or tracking cookies.

## Your choices
You can see your bookings and invoices online. You can ask us for a copy of your information, or to correct or erase it.

## Questions
${contact}`,
  contactUs: (ways: string) => `Contact us: ${ways}.`,
  contactAny: 'Contact us using the details in your booking confirmation.',
}
