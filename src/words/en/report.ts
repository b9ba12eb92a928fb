import { formatsFor } from '../formats'

const f = formatsFor('en')

/** The report of a visit as a PDF, and answers to a checklist anywhere. */
export const en = {
  title: 'Service report',
  facts: {
    reference: 'Reference',
    service: 'Service',
    addOns: 'Extras',
    completed: 'Completed',
    customer: 'Customer',
    address: 'Address',
    technician: 'Technician',
  },
  head: ['Checklist', 'Answer'] as [string, string],
  yes: 'Yes',
  no: 'No',
  photo: 'Photo taken',
  open: 'Not answered',
  before: 'Before',
  after: 'After',
  morePhotos: (count: number) =>
    f.plural(count, {
      one: 'Your online account shows 1 more photo.',
      other: `Your online account shows ${count} more photos.`,
    }),
  when: (at: number, timeZone: string) => `${f.date(at, timeZone)}, ${f.time(at, timeZone)}`,
  signed: (when: string) => `Signed ${when}`,
  typed: (when: string) => `Name typed and agreed to as a signature ${when}`,
  hash: (hash: string) => `Signed content (SHA-256): ${hash}`,
}
