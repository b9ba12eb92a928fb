import { formatsFor } from '../formats'

const { plural } = formatsFor('en')

/** Buttons, labels and failures that the customer's and the technician's pages share. */
export const en = {
  loading: 'Loading',
  close: 'Close',
  back: 'Go back',
  dismiss: 'Dismiss',
  optional: 'optional',
  more: 'Show more',
  first: (count: number) => `Showing the latest ${count}`,
  all: (count: number) => `${count} total`,
  discardTitle: 'Discard your changes?',
  discardText: 'You haven’t saved them yet.',
  keep: 'Keep editing',
  discard: 'Discard',
  problems: {
    offline: 'No connection. Check your network and try again.',
    tooMany: (seconds: number) =>
      `That was a little fast. Try again in ${seconds} ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
    failed: 'Something went wrong on our side. Try again in a moment.',
    away: 'We’ll be right back. Try again in a few seconds.',
    page: 'Something went wrong on this page. Reload it and try again.',
    fields: 'Please check the highlighted fields.',
    signIn: 'Please sign in again.',
    missing: 'We couldn’t find this. Reload the page to see the latest.',
    refused: 'That didn’t work. Reload the page and try again, or call us.',
  },
}
