import { z } from 'zod'
import { callToPay } from '../../../lib/contact'
import { formatUsd } from '../../../lib/money'
import { dayOf, everyMonths, preferredDay } from '../../../lib/text'
import {
  button,
  dateOrNone,
  facts,
  text,
  template,
  money,
  ours,
  personName,
  webLink,
  written,
  writtenOrNone,
  zone,
} from './template'

const hello = (name: string) => text(name === '' ? 'Hello,' : `Hello ${name},`)

export const moneyMessages = {
  receipt: template({
    data: z.object({ name: personName, type: written, amountCents: money }),
    email: (data, brand) => ({
      subject: `Receipt from ${brand.name}: ${formatUsd(data.amountCents)}`,
      blocks: [
        hello(data.name),
        text('We have received your payment. Thank you.'),
        facts(['Service', data.type], ['Amount', formatUsd(data.amountCents)]),
        button('See your bookings', `${brand.site}/my`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: we received ${formatUsd(data.amountCents)} for ${data.type}. Thank you.`,
  }),

  repriced: template({
    data: z.object({ name: personName, type: written, beforeCents: money, totalCents: money }),
    email: (data, brand) => ({
      subject: `New price for your booking with ${brand.name}`,
      preview: `${data.type}: ${formatUsd(data.totalCents)}.`,
      blocks: [
        hello(data.name),
        text('The price of your booking has changed.'),
        facts(
          ['Service', data.type],
          ['Before', formatUsd(data.beforeCents)],
          ['Now', formatUsd(data.totalCents)],
        ),
        button('See your bookings', `${brand.site}/my`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: the price of your booking (${data.type}) is now ${formatUsd(data.totalCents)}.`,
  }),

  refunded: template({
    data: z.object({ name: personName, type: written, refundCents: money }),
    email: (data, brand) => ({
      subject: `${brand.name} refunds ${formatUsd(data.refundCents)}`,
      blocks: [
        hello(data.name),
        text('We have sent money back to you. It reaches your account within a few working days.'),
        facts(['Service', data.type], ['Refund', formatUsd(data.refundCents)]),
        button('See your bookings', `${brand.site}/my`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${formatUsd(data.refundCents)} for ${data.type} goes back to you within a few working days.`,
  }),

  invoice: template({
    data: z.object({
      name: personName,
      number: ours,
      totalCents: money,
      /** A local date, YYYY-MM-DD. */
      dueDate: dateOrNone,
      /** Where it is shown and paid. */
      url: webLink.nullish(),
      lines: z
        .array(z.object({ label: written, amountCents: money }))
        .max(100)
        .nullish(),
      paid: z.boolean().nullish(),
    }),
    files: true,
    email: (data, brand) => ({
      subject: `Invoice ${data.number} from ${brand.name}`,
      preview: formatUsd(data.totalCents),
      blocks: [
        hello(data.name),
        text(data.paid ? 'Here is your invoice. It is paid already.' : 'Here is your invoice.'),
        facts(
          ['Invoice', data.number],
          ...(data.lines ?? []).map(({ label, amountCents }): [string, string] => [
            label,
            formatUsd(amountCents),
          ]),
          ['Total', formatUsd(data.totalCents)],
          ['Due', data.paid ? null : preferredDay(data.dueDate)],
        ),
        ...(data.paid || brand.paysOnline ? [] : [text(callToPay(brand.phone))]),
        ...(data.url
          ? [button(data.paid || !brand.paysOnline ? 'See the invoice' : 'See and pay the invoice', data.url)]
          : []),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: invoice ${data.number}, ${formatUsd(data.totalCents)}.${data.url ? ` ${data.url}` : ''}`,
  }),

  'charge-failed': template({
    data: z.object({
      name: personName,
      type: written,
      amountCents: money,
      /** When it is tried again; none after the last attempt. */
      nextTry: z.number().nullish(),
      timeZone: zone.nullish(),
      url: webLink.nullish(),
    }),
    email: (data, brand) => ({
      subject: `Your payment to ${brand.name} did not go through`,
      blocks: [
        hello(data.name),
        text(`We could not charge your card ${formatUsd(data.amountCents)} for ${data.type}.`),
        text(
          data.nextTry
            ? `We will try again on ${dayOf(data.nextTry, data.timeZone ?? 'UTC')}. You can also pay now.`
            : 'We will not try again by ourselves. Please pay in another way or get in touch with us.',
        ),
        ...(data.url ? [button('Pay now', data.url)] : []),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: we could not charge ${formatUsd(data.amountCents)} for ${data.type}.` +
      (data.url ? ` Pay here: ${data.url}` : ''),
  }),
}

const every = (months: number): string => everyMonths(months).toLowerCase()

export const planMessages = {
  plan: template({
    data: z.object({
      name: personName,
      type: written,
      address: writtenOrNone,
      totalCents: money,
      taxCents: money,
      intervalMonths: z.number().int(),
      /** A local date, YYYY-MM-DD. */
      nextDate: dateOrNone,
      /** True when it has begun before, and something about it is another now. */
      changed: z.boolean().nullish(),
    }),
    email: (data, brand) => ({
      subject: `Your maintenance plan with ${brand.name}: ${formatUsd(data.totalCents)} a visit`,
      preview: `${data.type}, ${every(data.intervalMonths)}.`,
      blocks: [
        text(data.name === '' ? 'Hello,' : `Hello ${data.name},`),
        text(data.changed ? 'Your maintenance plan has changed.' : 'Your maintenance plan is set.'),
        facts(
          ['Service', data.type],
          ['Address', data.address],
          ['How often', every(data.intervalMonths)],
          ['Each visit', `${formatUsd(data.totalCents)}${data.taxCents > 0 ? ' with tax' : ''}`],
          ['Next visit', preferredDay(data.nextDate)],
        ),
        text('We come by ourselves from then on. If you do not want this, end the plan under My bookings.'),
        button('See or end your plan', `${brand.site}/my`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${data.type} ${every(data.intervalMonths)}, ${formatUsd(data.totalCents)} a visit. See or end it: ${brand.site}/my`,
  }),
}
