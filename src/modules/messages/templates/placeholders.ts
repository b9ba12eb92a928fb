import { cardBrand } from '../../../words/cards'
import { firstName } from '../../../words/formats'
import { howOften } from '../../../words/how-often'
import type { Values } from './fill'
import { arrivalOf, bookedText, dayOf, offeredTime, phoneOf, whenOf } from './parts'
import { emailIn, type Brand } from './template'

/** The fields of all messages, as their templates' schemas give them: cleaned and checked. */
interface Data {
  name?: string
  type?: string | null
  address?: string | null
  start: number
  end: number
  timeZone: string
  preferredDate: string | null
  preferredTime: string | null
  offeredDate?: string | null
  offeredWindow?: string | null
  workerName?: string | null
  formerWorkerName?: string | null
  total?: number | null
  totalCents?: number
  amountCents?: number
  refundCents?: number | null
  beforeCents?: number
  number?: string
  dueDate?: string | null
  nextTry?: number | null
  until: number
  intervalMonths: number
  intervalWeeks?: number | null
  nextDate?: string | null
  brand: string
  last4: string
  code?: string
  link?: string
  url?: string | null
}

interface Placeholder {
  /** The office reads this beside it. */
  about: string
  /** Messages with one of these fields have it; without any, all do. */
  needs: (keyof Data)[]
  value(data: Data, brand: Brand): string | null | undefined
}

const cents = (amount: number | null | undefined, brand: Brand): string | null =>
  amount === null || amount === undefined ? null : emailIn(brand).formats.money(amount)

/** Every placeholder that the office's own wording can use. A value that is missing becomes nothing. */
export const placeholders = {
  first_name: {
    about: 'First name',
    needs: ['name'],
    value: ({ name }) => firstName(name ?? ''),
  },
  name: { about: 'Full name', needs: ['name'], value: ({ name }) => name },
  business: { about: 'Your business, or the franchise', needs: [], value: (_, { name }) => name },
  phone: {
    about: 'Your phone number, or your email address without one',
    needs: [],
    value: (_, brand) => phoneOf(brand) ?? brand.email ?? brand.site,
  },
  service: {
    about: 'Service',
    needs: ['type'],
    value: ({ type }, brand) => type ?? emailIn(brand).words.unnamed.service,
  },
  address: { about: 'Address of the visit', needs: ['address'], value: ({ address }) => address },
  when: { about: 'Day and time of the visit', needs: ['start'], value: whenOf },
  window: {
    about: 'Day and arrival window that the customer chose',
    needs: ['preferredDate'],
    value: (data, brand) => bookedText(data, brand),
  },
  day: { about: 'Day of the visit', needs: ['start'], value: dayOf },
  time: {
    about: 'Time or arrival window of the visit',
    needs: ['start'],
    value: (data, brand) => arrivalOf(data, brand).shown,
  },
  offered_time: { about: 'The time you offer', needs: ['offeredDate'], value: offeredTime },
  technician: {
    about: "Technician's full name",
    needs: ['workerName'],
    value: ({ workerName }, brand) => workerName ?? emailIn(brand).words.labels.technician,
  },
  technician_first_name: {
    about: "Technician's first name",
    needs: ['workerName'],
    value: ({ workerName }, brand) =>
      workerName ? firstName(workerName) : emailIn(brand).words.labels.technician,
  },
  former_technician: {
    about: 'First name of the technician before',
    needs: ['formerWorkerName'],
    value: ({ formerWorkerName: name }, brand) =>
      name ? firstName(name) : emailIn(brand).words.unnamed.technician,
  },
  total: {
    about: 'Total price',
    needs: ['total', 'totalCents'],
    value: ({ total, totalCents }, brand) => cents(total ?? totalCents, brand),
  },
  old_total: {
    about: 'Price before the change',
    needs: ['beforeCents'],
    value: ({ beforeCents }, brand) => cents(beforeCents, brand),
  },
  amount: {
    about: 'Amount',
    needs: ['amountCents'],
    value: ({ amountCents }, brand) => cents(amountCents, brand),
  },
  refund: {
    about: 'Amount of the refund',
    needs: ['refundCents'],
    value: ({ refundCents }, brand) => cents(refundCents, brand),
  },
  number: { about: 'Invoice number', needs: ['number'], value: ({ number }) => number },
  due_date: {
    about: 'Due date',
    needs: ['dueDate'],
    value: ({ dueDate }, brand) => (dueDate ? emailIn(brand).formats.dateOf(dueDate) : null),
  },
  next_try: {
    about: 'Day of the next attempt',
    needs: ['nextTry'],
    value: ({ nextTry, timeZone }, brand) =>
      nextTry ? emailIn(brand).formats.day(nextTry, timeZone || 'UTC') : null,
  },
  how_often: {
    about: "How often the plan's visits are",
    needs: ['intervalMonths'],
    value: (data, { language }) => howOften(language, data).toLowerCase(),
  },
  next_visit: {
    about: "Day of the plan's next visit",
    needs: ['nextDate'],
    value: ({ nextDate }, brand) => (nextDate ? emailIn(brand).formats.dayOf(nextDate) : null),
  },
  card: {
    about: 'Card, such as Visa ending in 4242',
    needs: ['last4'],
    value: ({ brand: card, last4 }, brand) => emailIn(brand).words.labels.cardEnding(cardBrand(card), last4),
  },
  until: {
    about: 'When the sign-in ends',
    needs: ['until'],
    value: ({ until, timeZone }, brand) => {
      const { formats } = emailIn(brand)
      return `${formats.day(until, timeZone)}, ${formats.time(until, timeZone)}`
    },
  },
  code: { about: 'The code', needs: ['code'], value: ({ code }) => code },
  link: { about: 'The link', needs: ['link', 'url'], value: ({ link, url }) => link ?? url },
} satisfies Record<string, Placeholder>

export type PlaceholderName = keyof typeof placeholders

const entries = Object.entries(placeholders) as [PlaceholderName, Placeholder][]

/** The placeholders of a message with these fields. A code or a link is one only where the text has to hold it. */
export const placeholdersFor = (fields: string[], required: readonly PlaceholderName[]): PlaceholderName[] =>
  entries
    .filter(([, { needs }]) => needs.length === 0 || needs.some((field) => fields.includes(field)))
    .map(([name]) => name)
    .filter((name) => (name !== 'code' && name !== 'link') || required.includes(name))

export const valuesOf = (names: PlaceholderName[], data: unknown, brand: Brand): Values =>
  Object.fromEntries(names.map((name) => [name, placeholders[name].value(data as Data, brand) ?? '']))
