import { z } from 'zod'
import { paymentMethods } from '../../../../db/schema/payments'
import { cardBrand, expiryOf } from '../../../words/cards'
import { capitalized } from '../../../words/formats'
import { greeting, phoneOf, priceLines, prices, viewBooking, type Prices } from './parts'
import {
  amounts,
  button,
  dateOrNone,
  emailIn,
  facts,
  money,
  ours,
  personName,
  template,
  text,
  textIn,
  webLink,
  written,
  zone,
  type Block,
  type Brand,
} from './template'

/** `Visa ending in 4242`, from the processor's `visa`. */
function cardInWords(brand: Brand): string | null {
  const { card: paid } = brand
  const { labels } = emailIn(brand).words
  if (!paid) return null
  const name = paid.brand === null ? null : cardBrand(paid.brand)
  return name === null ? labels.cardAlone(paid.last4) : labels.cardEnding(name, paid.last4)
}

/** One payment of several says what it left to pay. */
function paidLines(
  data: {
    type: string
    amountCents: number
    balanceCents?: number | null | undefined
    deposit?: boolean | null | undefined
    prices?: Prices
  },
  brand: Brand,
): Block[] {
  const { words, formats } = emailIn(brand)
  const { labels } = words
  const { amountCents: total, balanceCents, prices: priced } = data
  if (balanceCents === null || balanceCents === undefined || !priced || priced.totalCents === total)
    return priceLines(data.type, priced, { total, label: labels.totalPaid }, brand)
  return [
    amounts(
      [
        [labels.total, formats.money(priced.totalCents)],
        [data.deposit ? labels.depositPaid : labels.amountPaid, formats.money(total)],
      ],
      [labels.balanceDue, formats.money(balanceCents)],
    ),
  ]
}

export const moneyMessages = {
  receipt: template({
    data: z.object({
      name: personName,
      type: written,
      amountCents: money,
      paidAt: z.number().nullish(),
      method: z.enum(paymentMethods).nullish(),
      /** The amount left to pay. */
      balanceCents: money.nullish(),
      /** It is the deposit of a booking. */
      deposit: z.boolean().nullish(),
      prices,
    }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { receipt, labels } = words
      const amount = formats.money(data.amountCents)
      return {
        subject: receipt.subject(brand.name, amount),
        preview: data.type,
        headline: receipt.headline,
        blocks: [
          greeting(data.name, brand),
          text(data.deposit ? receipt.deposit(amount) : receipt.text(amount)),
          facts(
            [labels.service, data.type],
            [labels.datePaid, data.paidAt ? formats.date(data.paidAt, brand.timeZone) : null],
            [
              labels.paidWith,
              !data.method || data.method === 'card' ? cardInWords(brand) : labels.methods[data.method],
            ],
          ),
          ...paidLines(data, brand),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const received = words.receipt(brand.name, formats.money(data.amountCents), data.type)
      return data.balanceCents ? `${received} ${words.stillDue(formats.money(data.balanceCents))}` : received
    },
  }),

  repriced: template({
    data: z.object({ name: personName, type: written, beforeCents: money, totalCents: money }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { repriced, labels } = words
      const total = formats.money(data.totalCents)
      return {
        subject: repriced.subject,
        preview: repriced.preview(data.type, total),
        headline: repriced.subject,
        blocks: [
          greeting(data.name, brand),
          text(repriced.text(total)),
          facts([labels.service, data.type]),
          amounts([[labels.oldPrice, formats.money(data.beforeCents)]], [labels.newPrice, total]),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      return words.repriced(brand.name, data.type, formats.money(data.totalCents))
    },
  }),

  refunded: template({
    data: z.object({ name: personName, type: written, refundCents: money, byHand: z.boolean().nullish() }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { refunded, labels } = words
      const amount = formats.money(data.refundCents)
      return {
        subject: refunded.subject(brand.name, amount),
        headline: data.byHand ? refunded.headlineByHand : refunded.headline,
        blocks: [
          greeting(data.name, brand),
          text(data.byHand ? refunded.textByHand(amount) : refunded.text(amount)),
          facts([labels.service, data.type]),
          amounts([], [labels.refund, amount]),
          viewBooking(brand),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const wording = data.byHand ? words.returned : words.refunded
      return wording(brand.name, formats.money(data.refundCents), data.type)
    },
  }),

  invoice: template({
    data: z.object({
      name: personName,
      number: ours,
      totalCents: money,
      /** A local date, YYYY-MM-DD. */
      dueDate: dateOrNone,
      /** The page where it is shown and paid. */
      url: webLink.nullish(),
      /** Already in the reader's language, tax included. */
      lines: z
        .array(z.object({ label: written, amountCents: money }))
        .max(100)
        .nullish(),
      paid: z.boolean().nullish(),
      /** Received so far. */
      paidCents: money.nullish(),
    }),
    files: true,
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { invoice, labels, buttons } = words
      const total = formats.money(data.totalCents)
      const paidCents = data.paid ? 0 : (data.paidCents ?? 0)
      const balance = formats.money(data.totalCents - paidCents)
      const due = data.dueDate === null ? null : capitalized(formats.dateOf(data.dueDate))
      const isPayable = !data.paid && brand.paysOnline
      return {
        subject: invoice.subject(data.number, brand.name),
        preview: total,
        headline: data.paid ? invoice.headlinePaid : invoice.headline(balance),
        blocks: [
          greeting(data.name, brand),
          text(data.paid ? invoice.textPaid : invoice.text),
          facts([labels.invoice, data.number], [labels.dueDate, data.paid ? null : due]),
          amounts(
            (data.lines ?? []).map(({ label, amountCents }) => [label, formats.money(amountCents)]),
            [labels.total, total],
          ),
          ...(paidCents > 0
            ? [amounts([[labels.amountPaid, formats.money(-paidCents)]], [labels.balanceDue, balance])]
            : []),
          ...(data.paid || brand.paysOnline ? [] : [text(words.callToPay(phoneOf(brand)))]),
          ...(data.url ? [button(isPayable ? buttons.payInvoice : buttons.viewInvoice, data.url)] : []),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const due = data.totalCents - (data.paid ? 0 : (data.paidCents ?? 0))
      const shown = words.invoice(brand.name, data.number, formats.money(due))
      return data.url ? [shown, data.url] : shown
    },
  }),

  'charge-failed': template({
    data: z.object({
      name: personName,
      type: written,
      amountCents: money,
      /** The time of the next attempt; none after the last one. */
      nextTry: z.number().nullish(),
      timeZone: zone.nullish(),
      url: webLink.nullish(),
      /** The page to save another card. */
      cardUrl: webLink.nullish(),
    }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { chargeFailed, buttons } = words
      return {
        subject: chargeFailed.subject,
        headline: chargeFailed.subject,
        blocks: [
          greeting(data.name, brand),
          text(chargeFailed.text(formats.money(data.amountCents), data.type)),
          text(
            data.nextTry
              ? chargeFailed.nextTry(formats.day(data.nextTry, data.timeZone ?? 'UTC'))
              : chargeFailed.noMoreTries,
          ),
          ...(data.url ? [button(buttons.payNow, data.url)] : []),
          ...(data.cardUrl ? [button(buttons.saveCard, data.cardUrl)] : []),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const shown = words.chargeFailed(brand.name, formats.money(data.amountCents), data.type)
      return data.url ? [shown, words.payHere(data.url)] : shown
    },
  }),

  'card-request': template({
    data: z.object({ name: personName, url: webLink }),
    email: (data, brand) => {
      const { cardRequest, buttons } = emailIn(brand).words
      return {
        subject: cardRequest.subject(brand.name),
        headline: cardRequest.headline,
        blocks: [
          greeting(data.name, brand),
          text(cardRequest.text(brand.name)),
          button(buttons.saveCard, data.url),
          text(cardRequest.until),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.cardRequest(brand.name, data.url),
  }),

  'card-saved': template({
    data: z.object({ name: personName, brand: ours, last4: ours, expMonth: z.int(), expYear: z.int() }),
    email: (data, brand) => {
      const { cardSaved, labels, buttons } = emailIn(brand).words
      return {
        subject: cardSaved.subject(brand.name),
        headline: cardSaved.headline,
        blocks: [
          greeting(data.name, brand),
          text(cardSaved.text),
          facts(
            [cardSaved.card, labels.cardEnding(cardBrand(data.brand), data.last4)],
            [cardSaved.expires, expiryOf(data)],
          ),
          text(cardSaved.notYou),
          button(buttons.myBookings, `${brand.site}/my`),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.cardSaved(brand.name, cardBrand(data.brand), data.last4),
  }),
}
