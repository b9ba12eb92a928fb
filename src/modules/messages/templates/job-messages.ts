import { z } from 'zod'
import { isClockWindow, windowInWords } from '../../../lib/hours'
import { formatUsd } from '../../../lib/money'
import { dayOf, preferredDay, timeOf } from '../../../lib/text'
import {
  button,
  dateOrNone,
  facts,
  text,
  template,
  type Brand,
  money,
  personName,
  windowOrNone,
  written,
  writtenOrNone,
  zone,
} from './template'

const visit = { name: personName, type: written, address: writtenOrNone }
const hello = (name: string) => text(name === '' ? 'Hello,' : `Hello ${name},`)
const whatOfTheTime = ({ moved, kept }: { moved?: boolean | null; kept?: boolean | null }) => {
  if (kept) return 'The time of your visit stays as it is; somebody else comes.'
  return moved ? 'The time of your visit has changed.' : 'The time of your visit is set.'
}
/** Hours that were offered are hers; only what was a wish is called one. */
function wantedTime(data: { preferredDate: string | null; preferredTime: string | null }) {
  const [day, window] = [preferredDay(data.preferredDate), data.preferredTime]
  const rows: [string, string | null][] =
    window !== null && isClockWindow(window)
      ? [
          ['Day', day],
          ['Your window', windowInWords(window)],
        ]
      : [
          ['Preferred day', day],
          ['Preferred time', window && windowInWords(window)],
        ]
  return rows
}
const yourBookings = (brand: Brand) => button('See your bookings', `${brand.site}/my`)

export const jobMessages = {
  booked: template({
    data: z.object({
      ...visit,
      preferredDate: dateOrNone,
      preferredTime: windowOrNone,
      total: money,
    }),
    email: (data, brand) => ({
      subject: `Your booking with ${brand.name}`,
      preview: `${data.type}: we will confirm the time shortly.`,
      blocks: [
        hello(data.name),
        text('Thank you for booking with us. We will confirm the time of the visit shortly.'),
        facts(['Service', data.type], ['Address', data.address], ...wantedTime(data), [
          'Total',
          data.total > 0 ? formatUsd(data.total) : null,
        ]),
        yourBookings(brand),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: your booking (${data.type}) is in. We will confirm the time shortly.`,
  }),

  scheduled: template({
    data: z.object({
      ...visit,
      start: z.number(),
      end: z.number(),
      timeZone: zone,
      workerName: writtenOrNone,
      /** True when an earlier time was given before. */
      moved: z.boolean().nullish(),
      /** True when only who comes is another. */
      kept: z.boolean().nullish(),
    }),
    email: (data, brand) => ({
      subject: `${data.moved ? 'New time for your visit' : 'Your visit'}: ${dayOf(data.start, data.timeZone)}`,
      preview: `${data.type}, ${timeOf(data.start, data.timeZone)} to ${timeOf(data.end, data.timeZone)}.`,
      blocks: [
        hello(data.name),
        text(whatOfTheTime(data)),
        facts(
          ['Service', data.type],
          ['Day', dayOf(data.start, data.timeZone)],
          ['Time', `${timeOf(data.start, data.timeZone)} to ${timeOf(data.end, data.timeZone)}`],
          ['Address', data.address],
          ['Who comes', data.workerName],
        ),
        yourBookings(brand),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${data.type} on ${dayOf(data.start, data.timeZone)}, ` +
      `${timeOf(data.start, data.timeZone)} to ${timeOf(data.end, data.timeZone)}.`,
  }),

  'on-the-way': template({
    data: z.object({ ...visit, workerName: writtenOrNone }),
    email: (data, brand) => ({
      subject: `${brand.name} is on the way`,
      blocks: [
        hello(data.name),
        text(`${data.workerName ?? 'Our crew'} is on the way to you.`),
        facts(['Service', data.type], ['Address', data.address]),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${data.workerName ?? 'our crew'} is on the way to you (${data.type}).`,
  }),

  unscheduled: template({
    data: z.object(visit),
    email: (data, brand) => ({
      subject: `Your visit by ${brand.name} needs a new time`,
      blocks: [
        hello(data.name),
        text('We cannot keep the time of your visit. We will tell you a new one shortly.'),
        facts(['Service', data.type], ['Address', data.address]),
        yourBookings(brand),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: we cannot keep the time of your visit (${data.type}). We will tell you a new one shortly.`,
  }),

  missed: template({
    data: z.object(visit),
    email: (data, brand) => ({
      subject: `${brand.name} missed you`,
      blocks: [
        hello(data.name),
        text('We came for your visit and found nobody. Please get in touch, so that we can find a new time.'),
        facts(['Service', data.type], ['Address', data.address]),
        yourBookings(brand),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: we came for your visit (${data.type}) and found nobody. Please get in touch.`,
  }),

  completed: template({
    data: z.object({
      ...visit,
      total: money.nullish(),
      /** True when its invoice is on its way. */
      invoiced: z.boolean().nullish(),
    }),
    email: (data, brand) => ({
      subject: `Done: ${data.type}`,
      preview: 'Thank you for having us.',
      blocks: [
        hello(data.name),
        text('The work is done. Thank you for having us.'),
        facts(['Service', data.type], ['Total', data.total ? formatUsd(data.total) : null]),
        ...(data.invoiced
          ? [
              text(
                `Your invoice comes in a message of its own, with ${brand.paysOnline ? 'the link' : 'the way'} to pay it.`,
              ),
            ]
          : []),
        yourBookings(brand),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${data.type} is done. Thank you for having us.${data.invoiced ? ' Your invoice follows.' : ''}`,
  }),

  cancelled: template({
    data: z.object({ ...visit, type: writtenOrNone, refundCents: money.nullish() }),
    email: (data, brand) => ({
      subject: `Your booking with ${brand.name} is cancelled`,
      blocks: [
        hello(data.name),
        text('Your booking is cancelled.'),
        facts(['Service', data.type], ['Refund', data.refundCents ? formatUsd(data.refundCents) : null]),
        ...(data.refundCents ? [text('The refund reaches your account within a few working days.')] : []),
        button('Book again', `${brand.site}/book`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: your ${data.type === null ? 'visit' : `booking (${data.type})`} is cancelled.` +
      (data.refundCents ? ` ${formatUsd(data.refundCents)} will be refunded.` : ''),
  }),
}
