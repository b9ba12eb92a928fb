import { z } from 'zod'
import { firstName } from '../../../words/formats'
import {
  bookedText,
  chosenTime,
  greeting,
  jobFacts,
  offeredTime,
  phoneOf,
  priceLines,
  prices,
  termLines,
  terms,
  viewBooking,
  visit,
  withDetails,
} from './parts'
import {
  button,
  dateOrNone,
  emailIn,
  facts,
  money,
  person,
  personOrNone,
  quietButton,
  template,
  text,
  textIn,
  windowOrNone,
  writtenOrNone,
  type Block,
  type Brand,
} from './template'

interface ToConfirm {
  confirmBy?: number | null | undefined
  lapsed?: boolean | null | undefined
}

interface BookedData extends ToConfirm {
  type: string
  preferredDate: string | null
  preferredTime: string | null
  moved?: boolean | null | undefined
}

/** Whether a booking is free until somebody confirms it, because anyone could have made it. */
const asksToConfirm = ({ confirmBy }: ToConfirm, brand: Brand): boolean =>
  Boolean(confirmBy) && brand.confirmUrl !== null

function confirmLines({ confirmBy, lapsed }: ToConfirm, brand: Brand): Block[] {
  if (!confirmBy || brand.confirmUrl === null) return []
  const { words, formats } = emailIn(brand)
  const at = `${formats.day(confirmBy, brand.timeZone)}, ${formats.time(confirmBy, brand.timeZone)}`
  return [
    text(lapsed ? words.booked.confirmAgain : words.booked.confirmBy(at, brand.paysOnline)),
    button(words.buttons.confirmBooking, brand.confirmUrl),
  ]
}

/** A text has one link, and confirming leads to the booking. */
const withConfirmation = (shown: string, brand: Brand): [string, ...string[]] =>
  brand.confirmUrl === null
    ? withDetails(shown, brand)
    : [shown, textIn(brand).words.confirm(brand.confirmUrl)]

/** An arrival window that we offered is a promise; anything else has to be confirmed first. */
function bookedWords(data: BookedData, brand: Brand) {
  const { booked, scheduled } = emailIn(brand).words
  const promised = bookedText(data, brand)
  if (data.lapsed)
    return {
      subject: booked.subjectLapsed,
      preview: booked.textLapsed,
      headline: booked.subjectLapsed,
      text: booked.textLapsed,
    }
  if (promised === null)
    return {
      subject: booked.subject(brand.name),
      preview: booked.preview(data.type),
      headline: booked.headline,
      text: booked.text,
    }
  const { moved } = data
  if (asksToConfirm(data, brand) && !moved)
    return {
      subject: booked.subjectToConfirm(promised),
      preview: booked.previewToConfirm(data.type),
      headline: booked.headlineToConfirm,
      text: booked.textToConfirm,
    }
  return {
    subject: moved ? scheduled.subjectMoved(promised) : booked.subjectPromised(promised),
    preview: booked.previewPromised(data.type),
    headline: moved ? scheduled.headlineMoved : booked.headlinePromised,
    text: moved ? booked.textMoved : booked.textPromised,
  }
}

export const jobMessages = {
  booked: template({
    data: z.object({
      ...visit,
      preferredDate: dateOrNone,
      preferredTime: windowOrNone,
      total: money,
      prices,
      terms,
      /** True when the customer chose another time. */
      moved: z.boolean().nullish(),
      /** Until when it keeps its window without being paid or confirmed. */
      confirmBy: z.number().nullish(),
      /** True when it gave its window back. */
      lapsed: z.boolean().nullish(),
    }),
    email: (data, brand) => {
      const { labels } = emailIn(brand).words
      const words = bookedWords(data, brand)
      const toConfirm = confirmLines(data, brand)
      return {
        subject: words.subject,
        preview: words.preview,
        headline: words.headline,
        blocks: [
          greeting(data.name, brand),
          text(words.text),
          facts([labels.service, data.type], ...chosenTime(data, brand), [labels.address, data.address]),
          ...priceLines(data.type, data.prices, { total: data.total }, brand),
          ...termLines(data.terms, brand),
          ...toConfirm,
          viewBooking(brand, toConfirm.length > 0 ? quietButton : button),
        ],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      if (data.lapsed) return withConfirmation(words.lapsed(brand.name, data.type), brand)
      const promised = bookedText(data, brand)
      if (promised === null) return withConfirmation(words.booked(brand.name, data.type), brand)
      const booked = asksToConfirm(data, brand) ? words.toConfirm : words.bookedFor
      const say = data.moved ? words.moved : booked
      return withConfirmation(say(brand.name, data.type, promised), brand)
    },
  }),

  'on-the-way': template({
    data: z.object({ ...visit, workerName: personOrNone }),
    email: (data, brand) => {
      const { onTheWay, labels, buttons } = emailIn(brand).words
      const name = data.workerName === null ? null : firstName(data.workerName)
      return {
        subject: onTheWay.subject(name),
        preview: data.type,
        headline: onTheWay.subject(name),
        blocks: [
          greeting(data.name, brand),
          text(onTheWay.text),
          ...person(labels.technician, data.workerName),
          jobFacts(data, brand),
          brand.links === null ? viewBooking(brand) : button(buttons.track, brand.links.track),
        ],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      const shown = words.onTheWay(brand.name, data.workerName && firstName(data.workerName), data.type)
      return brand.links === null ? shown : [shown, words.track(brand.links.track)]
    },
  }),

  unscheduled: template({
    data: z.object(visit),
    email: (data, brand) => {
      const { unscheduled } = emailIn(brand).words
      return {
        subject: unscheduled.subject,
        headline: unscheduled.subject,
        blocks: [
          greeting(data.name, brand),
          text(unscheduled.text),
          jobFacts(data, brand),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.unscheduled(brand.name, data.type),
  }),

  'new-time': template({
    data: z.object({ ...visit, offeredDate: dateOrNone, offeredWindow: windowOrNone }),
    email: (data, brand) => {
      const { newTime } = emailIn(brand).words
      const when = offeredTime(data, brand)
      return {
        subject: when === null ? newTime.subject : newTime.subjectOffered(when),
        headline: newTime.subject,
        blocks: [
          greeting(data.name, brand),
          text([newTime.text, when === null ? newTime.ask : newTime.offer(when)].join(' ')),
          text(newTime.answer(phoneOf(brand))),
          jobFacts(data, brand),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) =>
      textIn(brand).words.newTime(brand.name, data.type, offeredTime(data, brand), phoneOf(brand)),
  }),

  missed: template({
    data: z.object(visit),
    email: (data, brand) => {
      const { missed, callForTime } = emailIn(brand).words
      return {
        subject: missed.subject,
        headline: missed.subject,
        blocks: [
          greeting(data.name, brand),
          text(`${missed.text} ${callForTime(phoneOf(brand))}`),
          jobFacts(data, brand),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.missed(brand.name, data.type, phoneOf(brand)),
  }),

  completed: template({
    data: z.object({
      ...visit,
      total: money.nullish(),
      prices,
      /** True when its invoice is on its way. */
      invoiced: z.boolean().nullish(),
    }),
    email: (data, brand) => {
      const { completed } = emailIn(brand).words
      const invoice = brand.paysOnline ? completed.invoiceWithLink : completed.invoiceFollows
      return {
        subject: completed.subject(data.type),
        preview: completed.preview(brand.name),
        headline: completed.headline,
        blocks: [
          greeting(data.name, brand),
          text(completed.text(brand.name)),
          jobFacts(data, brand),
          ...priceLines(data.type, data.prices, { total: data.total ?? null }, brand),
          ...(data.invoiced ? [text(invoice)] : []),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      return [words.completed(brand.name, data.type), ...(data.invoiced ? [words.invoiceFollows] : [])]
    },
  }),

  cancelled: template({
    data: z.object({
      ...visit,
      type: writtenOrNone,
      refundCents: money.nullish(),
      byHandCents: money.nullish(),
      /** Kept from what was paid. */
      feeCents: money.nullish(),
    }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { cancelled, labels, buttons } = words
      return {
        subject: cancelled.subject(brand.name),
        headline: cancelled.headline,
        blocks: [
          greeting(data.name, brand),
          text(
            [
              cancelled.text,
              data.refundCents ? cancelled.refund : '',
              data.byHandCents ? cancelled.byHand(formats.money(data.byHandCents)) : '',
              data.feeCents ? cancelled.fee : '',
            ]
              .filter(Boolean)
              .join(' '),
          ),
          facts(
            [labels.service, data.type],
            [labels.refund, data.refundCents ? formats.money(data.refundCents) : null],
            [labels.cancelFee, data.feeCents ? formats.money(data.feeCents) : null],
          ),
          button(buttons.bookAgain, `${brand.site}/book`),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const refund = data.refundCents ? words.willRefund(formats.money(data.refundCents)) : ''
      const byHand = data.byHandCents ? words.willReturn(formats.money(data.byHandCents)) : ''
      const fee = data.feeCents ? words.feeKept(formats.money(data.feeCents)) : ''
      return [words.cancelled(brand.name, data.type), refund, byHand, fee].filter(Boolean).join(' ')
    },
  }),
}
