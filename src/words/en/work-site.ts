import { formatsFor } from '../formats'

const { plural } = formatsFor('en')

/** The place of a visit on the technician's phone. */
export const en = {
  gateCode: 'Gate code',
  pets: 'Pets',
  earlier: (count: number) =>
    `${count} ${plural(count, { one: 'earlier visit', other: 'earlier visits' })} here`,
  missed: 'Customer not home',
  photos: {
    title: (day: string) => `Photos from ${day}`,
    kinds: { before: 'Before', after: 'After', photo: 'Photo', document: 'Document' },
    open: (label: string, place: number, count: number) => `Open ${label}, ${place} of ${count}`,
    position: (place: number, count: number) => `${place} of ${count}`,
    previous: 'Previous',
    next: 'Next',
    missing: 'We couldn’t load this photo.',
  },
}
