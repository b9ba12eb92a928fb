import { formatsFor } from '../formats'
import { en as money } from './work-money'
import { en as notices } from './work-notices'
import { en as site } from './work-site'

const { list, plural } = formatsFor('en')

/** The technician's day on their phone. */
export const en = {
  today: 'Today',
  refresh: 'Refresh',
  days: {
    label: 'Days',
    tomorrow: 'Tomorrow',
    week: 'Week',
    none: 'No visits',
    unseenTitle: 'Nothing here yet',
    unseen: 'Your next days show up as soon as you’re back online.',
    with: (name: string) => `Together with ${name}`,
  },
  next: {
    label: 'Next visit',
    driving: 'On the way to',
    eta: (drive: string, time: string) => `${drive} by car · arrive around ${time}`,
  },
  map: {
    title: 'Map of today’s route',
    label: (stops: string) => `Map of today’s visits in order: ${stops}`,
    here: 'The blue dot is you.',
    none: 'We don’t know where today’s addresses are.',
    unseen: 'The map shows up as soon as you’re back online.',
  },
  left: (count: number) =>
    count === 0 ? 'All done' : `${count} ${plural(count, { one: 'visit', other: 'visits' })} left`,
  noneTitle: 'No visits today',
  none: 'New visits show up here automatically.',
  lunch: 'Lunch',
  offline: {
    unseen: 'No connection. Your visits show up as soon as you’re back online.',
    seen: 'No connection. This list may be out of date.',
    unsent: (count: number) =>
      `No connection. ${count} ${plural(count, { one: 'step is', other: 'steps are' })} saved on this phone. We’ll send ${plural(count, { one: 'it', other: 'them' })} when you’re back online.`,
  },
  link: {
    title: 'Your visits on this phone',
    text: 'This link works once, on this phone.',
    open: 'Open my visits',
    deadTitle: 'This link doesn’t work anymore',
    dead: 'It was already used, or it has expired. Ask the office for a new one.',
    noneTitle: 'Open your link',
    none: 'The office sends you a link. Open it on this phone to see your visits. Each link works once: to sign in again, ask for a new one.',
    kept: 'Steps you haven’t sent yet are saved on this phone.',
  },
  signOut: {
    button: 'Sign out',
    title: 'Sign out on this phone?',
    text: 'You’ll need a new link from the office to see your visits here again.',
  },
  location: {
    label: 'Your location',
    share: 'Share my location',
    stop: 'Stop sharing',
    off: 'Location sharing is off.',
    starting: 'Waiting for your phone to find your location…',
    on: 'The office sees where you are while this page is open. Sharing stops when you close it.',
    denied: 'Your phone blocks location sharing for this page. You can allow it in your phone’s settings.',
    impossible: 'This phone can’t share its location.',
  },
  steps: {
    en_route: 'On my way',
    in_progress: 'Start work',
    completed: 'Finish work',
    no_show: 'Customer not home',
  },
  statuses: {
    pending: 'Not scheduled yet',
    scheduled: 'Scheduled',
    en_route: 'On the way',
    in_progress: 'In progress',
    completed: 'Done',
    cancelled: 'Canceled',
    no_show: 'Customer not home',
  },
  visit: {
    notSent: 'Not sent yet',
    directions: 'Directions',
    call: 'Call',
    house: 'House',
    gutter: (feet: string) => `${feet} ft of gutter`,
    stories: (count: number) => `${count} ${plural(count, { one: 'story', other: 'stories' })}`,
    addOns: 'Add-ons',
    notes: 'Notes',
    reference: 'Reference',
    together: (name: string) => `Together with ${name}. You lead this visit.`,
    helping: (name: string) => `Together with ${name}, who leads this visit and updates its status.`,
  },
  calendar: {
    name: (who: string) => `Visits – ${who}`,
    reference: (reference: string) => `Reference: ${reference}`,
    technician: (name: string) => `Technician: ${name}`,
    with: (name: string) => `Together with ${name}`,
    canceled: (service: string) => `Canceled: ${service}`,
    title: 'Visits in your own calendar',
    text: 'Subscribe once, and your calendar app keeps itself up to date. It shows the service, the customer’s first name and the address.',
    has: 'You have a calendar link. If you create a new one, the old one stops working.',
    create: 'Create calendar link',
    replace: 'Create a new link',
    remove: 'Turn it off',
    removed: 'Your calendar link no longer works.',
    link: 'Your link (shown only once)',
    subscribe: 'Open in calendar app',
    copy: 'Copy link',
    copied: 'Link copied',
    uncopied: 'We couldn’t copy the link. Select it and copy it yourself.',
    secret: 'Anyone with this link can see your visits, so don’t share it.',
  },
  finish: {
    title: 'Finish this visit?',
    text: (customer: string) => `We’ll mark the visit to ${customer} as done. You can’t undo this from here.`,
    confirm: 'Finish visit',
  },
  early: {
    title: 'On your way already?',
    text: (customer: string, day: string, time: string) =>
      `The visit to ${customer} starts ${day}, at ${time}. We’ll tell the customer you’re coming now.`,
    confirm: 'Yes, on my way',
  },
  notHome: {
    title: 'Customer not home?',
    text: (customer: string) =>
      `We’ll close the visit to ${customer} and tell the office. You can’t undo this from here.`,
    confirm: 'Close visit',
  },
  refused: {
    someVisit: 'A visit',
    gone: 'The office took this visit off your list',
    changed: 'The office has changed this visit',
    words: (customer: string, why: string, steps: string[]) =>
      `${customer}: ${why}. ${list(steps.map((step) => `“${step}”`))} ${plural(steps.length, { one: 'wasn’t', other: 'weren’t' })} saved.`,
  },
  money,
  notices,
  site,
}
