import { z } from 'zod'
import { isOfferedWindow } from '../../../lib/arrival-windows'
import { chosenWindow } from '../../../lib/promised-time'
import { capitalized, firstName, formatPhone } from '../../../words/formats'
import { policyText, rulesWords } from '../../../words/rules'
import {
  amounts,
  button,
  dateOrNone,
  emailIn,
  facts,
  money,
  personName,
  personOrNone,
  quietButton,
  text,
  textIn,
  windowOrNone,
  written,
  writtenOrNone,
  zone,
  type Block,
  type Brand,
} from './template'

/** Fields that every message about a job has. */
export const visit = { name: personName, type: written, address: writtenOrNone }

/** Fields of a message about a visit that has a time. */
export const timed = {
  ...visit,
  start: z.number(),
  end: z.number(),
  timeZone: zone,
  workerName: personOrNone,
  /** The day and the hours the customer chose when booking. */
  preferredDate: dateOrNone,
  preferredTime: windowOrNone,
}

export const prices = z
  .object({
    priceCents: money,
    discountCents: money,
    creditCents: money,
    taxCents: money,
    taxBasisPoints: money,
    totalCents: money,
    promoCode: writtenOrNone,
  })
  .nullish()
export type Prices = z.output<typeof prices>

export const greeting = (name: string, brand: Brand): Block => text(emailIn(brand).words.hi(firstName(name)))

/** Opens this very booking where that is known, and the list of bookings otherwise. */
export function viewBooking(brand: Brand, as = button): Block {
  const { buttons } = emailIn(brand).words
  return brand.bookingUrl === null
    ? as(buttons.viewBookings, `${brand.site}/my`)
    : as(buttons.viewBooking, brand.bookingUrl)
}

export const addToCalendar = (brand: Brand): Block[] =>
  brand.bookingUrl === null
    ? []
    : [quietButton(emailIn(brand).words.buttons.addToCalendar, `${brand.bookingUrl}/calendar`)]

/** The price with everything that was taken off and added. The total alone where there is nothing to explain. */
export function priceLines(
  service: string,
  priced: Prices,
  { total, label }: { total: number | null; label?: string },
  brand: Brand,
): Block[] {
  const { words, formats } = emailIn(brand)
  const { labels } = words
  const totalCents = total ?? priced?.totalCents ?? 0
  const totalLine: [string, string] = [label ?? labels.total, formats.money(totalCents)]
  if (!priced || priced.totalCents !== totalCents || priced.totalCents === priced.priceCents)
    return totalCents > 0 ? [amounts([], totalLine)] : []
  const minus = (cents: number) => (cents > 0 ? formats.money(-cents) : null)
  const { promoCode, taxCents, taxBasisPoints } = priced
  return [
    amounts(
      [
        [service, formats.money(priced.priceCents)],
        [promoCode ? labels.discountWithCode(promoCode) : labels.discount, minus(priced.discountCents)],
        [labels.credit, minus(priced.creditCents)],
        [
          taxBasisPoints > 0 ? labels.taxAt(formats.percent(taxBasisPoints)) : labels.tax,
          taxCents > 0 ? formats.money(taxCents) : null,
        ],
      ],
      totalLine,
    ),
  ]
}

/** The terms of a booking, as its customer was shown them. */
export const terms = z
  .object({
    policy: z
      .object({
        freeHours: z.number(),
        freeUntil: z.number().nullable(),
        isLate: z.boolean(),
        fee: z.object({ cents: money, percent: z.number().nullable() }).nullable(),
      })
      .nullable(),
    depositCents: money,
    restCents: money,
  })
  .nullish()

export function termLines(shown: z.output<typeof terms>, brand: Brand, timeZone?: string): Block[] {
  if (!shown) return []
  const { policy, depositCents, restCents } = shown
  const { formats } = emailIn(brand)
  const words = rulesWords(brand.language)
  return [
    ...(depositCents > 0 && brand.paysOnline
      ? [text(`${words.depositNow(formats.money(depositCents), formats.money(restCents))}.`)]
      : []),
    ...(policy ? [text(policyText(brand.language, policy, timeZone ?? brand.timeZone))] : []),
  ]
}

interface Timed {
  start: number
  timeZone: string
  preferredDate: string | null
  preferredTime: string | null
}

/** The arrival window that the customer was promised, or the planned start where there is none. */
export function arrivalOf(data: Timed, brand: Brand): { isWindow: boolean; shown: string } {
  const { formats } = emailIn(brand)
  const window = chosenWindow(data, data.start, data.timeZone)
    ? formats.window(data.preferredTime ?? '')
    : null
  return window === null
    ? { isWindow: false, shown: formats.time(data.start, data.timeZone) }
    : { isWindow: true, shown: window }
}

export const dayOf = ({ start, timeZone }: Timed, brand: Brand): string =>
  emailIn(brand).formats.day(start, timeZone)

/** `Tue, Mar 3, arriving 12–2 PM` for a promised window; `Tuesday, March 3, 12:30 PM` for a planned time. */
export function whenOf(data: Timed, brand: Brand): string {
  const { isWindow, shown } = arrivalOf(data, brand)
  const promised = isWindow ? promisedText(data, brand) : null
  return promised ?? `${dayOf(data, brand)}, ${shown}`
}

/** The arrival window in the words that pages, emails and texts share. Null where none was chosen. */
function promisedText(
  { preferredDate, preferredTime }: Pick<Timed, 'preferredDate' | 'preferredTime'>,
  brand: Brand,
): string | null {
  const arrival =
    preferredDate === null ? null : emailIn(brand).formats.arrival(preferredDate, preferredTime ?? '')
  return arrival && `${arrival.day}, ${arrival.time}`
}

/** The same for a booking without a visit yet: only windows that we offer are promises. */
export const bookedText = (chosen: Pick<Timed, 'preferredDate' | 'preferredTime'>, brand: Brand) =>
  isOfferedWindow(chosen) ? promisedText(chosen, brand) : null

/** When a visit is: one line for a promised window, a day and a time otherwise. */
export function whenFacts(data: Timed, brand: Brand): [string, string][] {
  const { labels } = emailIn(brand).words
  const { isWindow, shown } = arrivalOf(data, brand)
  if (isWindow) return [[labels.when, capitalized(whenOf(data, brand))]]
  return [
    [labels.date, capitalized(dayOf(data, brand))],
    [labels.time, shown],
  ]
}

/** Hours that were offered and chosen are the customer's; anything else is a preference. */
export function chosenTime(
  { preferredDate, preferredTime }: Pick<Timed, 'preferredDate' | 'preferredTime'>,
  brand: Brand,
): [string, string | null][] {
  const { words, formats } = emailIn(brand)
  const { labels, partsOfDay } = words
  const day = preferredDate === null ? null : capitalized(formats.dayOf(preferredDate))
  const promised = bookedText({ preferredDate, preferredTime }, brand)
  if (promised !== null) return [[labels.when, capitalized(promised)]]
  const part = preferredTime !== null && Object.hasOwn(partsOfDay, preferredTime)
  return [
    [labels.preferredDay, day],
    [
      labels.preferredTime,
      part
        ? partsOfDay[preferredTime as keyof typeof partsOfDay]
        : (formats.window(preferredTime ?? '') ?? preferredTime),
    ],
  ]
}

/** The job's facts where its time is not known or does not matter. */
export function jobFacts(data: { type: string; address: string | null }, brand: Brand): Block {
  const { labels } = emailIn(brand).words
  return facts([labels.service, data.type], [labels.address, data.address])
}

export const phoneOf = ({ phone }: Brand): string | null => (phone === null ? null : formatPhone(phone))

/** A text message has no button, so the booking's address follows it. */
export const withDetails = (shown: string, brand: Brand): [string, ...string[]] =>
  brand.bookingUrl === null ? [shown] : [shown, textIn(brand).words.details(brand.bookingUrl)]

interface OfferedTime {
  offeredDate?: string | null
  offeredWindow?: string | null
}

/** The day and the arrival window we offer; null if we ask for any. */
export function offeredTime({ offeredDate, offeredWindow }: OfferedTime, brand: Brand): string | null {
  const { formats } = emailIn(brand)
  const window = formats.window(offeredWindow ?? '')
  return !offeredDate || window === null ? null : `${formats.dayOf(offeredDate)}, ${window}`
}
