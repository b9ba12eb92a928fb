import { z } from 'zod'
import { hour } from '../../../lib/clock'
import { calendarFile } from '../../../lib/ics'
import { chosenWindow } from '../../../lib/promised-time'
import { firstName } from '../../../words/formats'
import {
  addToCalendar,
  arrivalOf,
  dayOf,
  greeting,
  priceLines,
  prices,
  termLines,
  terms,
  timed,
  viewBooking,
  whenFacts,
  whenOf,
  withDetails,
} from './parts'
import {
  button,
  emailIn,
  facts,
  person,
  personOrNone,
  quietButton,
  template,
  text,
  textIn,
  type Attachment,
  type Block,
  type Brand,
} from './template'

const timedVisit = z.object({ ...timed, prices, terms })
type TimedVisit = z.output<typeof timedVisit>

const scheduledVisit = timedVisit.extend({
  /** True when an earlier time was given before. */
  moved: z.boolean().nullish(),
  /** True when only the technician changed. */
  kept: z.boolean().nullish(),
  formerWorkerName: personOrNone,
  /** True when the customer knows a part of the day, and hears the hours in the reminder. */
  hoursFollow: z.boolean().nullish(),
})
type ScheduledVisit = z.output<typeof scheduledVisit>

const reminded = timedVisit.extend({
  /** True when the customer already said that the time suits them. */
  confirmed: z.boolean().nullish(),
})

/** The facts of a visit with a time, and its price. */
function visitFacts(data: TimedVisit, brand: Brand): Block[] {
  const { labels } = emailIn(brand).words
  return [
    facts([labels.service, data.type], ...whenFacts(data, brand), [labels.address, data.address]),
    ...person(labels.technician, data.workerName),
    ...priceLines(data.type, data.prices, { total: null }, brand),
    ...termLines(data.terms, brand, data.timeZone),
  ]
}

/** The same, with the ways to its page and into a calendar. */
const visitBlocks = (data: TimedVisit, brand: Brand): Block[] => [
  ...visitFacts(data, brand),
  viewBooking(brand),
  ...addToCalendar(brand),
]

/** The two answers to a reminder; null where there is nothing to ask. */
function asksToConfirm({ confirmed }: z.output<typeof reminded>, brand: Brand): Block[] | null {
  const { links } = brand
  if (confirmed || links === null) return null
  const { buttons } = emailIn(brand).words
  return [button(buttons.confirmVisit, links.visit), quietButton(buttons.changeTime, links.change)]
}

function calendarOf(data: TimedVisit, brand: Brand, now: number): Attachment[] {
  const { words } = emailIn(brand)
  const { start, end } = chosenWindow(data, data.start, data.timeZone) ?? data
  const text = calendarFile(
    {
      reference: brand.reference ?? `${data.start}`,
      start,
      end,
      summary: `${data.type} – ${brand.name}`,
      description: [
        brand.reference === null ? '' : `${words.frame.reference}: ${brand.reference}`,
        brand.bookingUrl ?? '',
      ]
        .filter(Boolean)
        .join('\n'),
      ...(data.address === null ? {} : { location: data.address }),
      host: new URL(brand.site).hostname,
      language: brand.language,
    },
    now,
  )
  return [{ name: 'visit.ics', type: 'text/calendar', bytes: new TextEncoder().encode(text) }]
}

function keptText(data: ScheduledVisit, brand: Brand): string {
  const { words, formats } = emailIn(brand)
  const { scheduled } = words
  const arrival = arrivalOf(data, brand)
  const when = arrival.isWindow
    ? scheduled.keptIn(arrival.shown)
    : scheduled.keptAt(formats.time(data.start, data.timeZone))
  const [now, before] = [data.workerName, data.formerWorkerName].map((name) => firstName(name ?? ''))
  if (!now) return `${when} ${scheduled.someoneElse}`
  return `${when} ${before ? scheduled.insteadOf(now, before) : scheduled.willBe(now)}`
}

function scheduledWords(data: ScheduledVisit, brand: Brand) {
  const { scheduled } = emailIn(brand).words
  const day = dayOf(data, brand)
  if (data.kept)
    return {
      subject: scheduled.subjectKept(day),
      headline: scheduled.headlineKept,
      text: keptText(data, brand),
    }
  return data.moved
    ? {
        subject: scheduled.subjectMoved(data.hoursFollow ? day : whenOf(data, brand)),
        headline: scheduled.headlineMoved,
        text: data.hoursFollow ? `${scheduled.textMoved} ${scheduled.hoursFollow}` : scheduled.textMoved,
      }
    : {
        subject: scheduled.subject(day),
        headline: scheduled.headline,
        text: data.hoursFollow ? `${scheduled.hoursFollow} ${scheduled.text}` : scheduled.text,
      }
}

/** Messages about a visit that has a time. */
export const visitMessages = {
  scheduled: template({
    data: scheduledVisit,
    email: (data, brand) => {
      const words = scheduledWords(data, brand)
      return {
        subject: words.subject,
        preview: emailIn(brand).words.scheduled.preview(data.type, whenOf(data, brand)),
        headline: words.headline,
        blocks: [greeting(data.name, brand), text(words.text), ...visitBlocks(data, brand)],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      const when = whenOf(data, brand)
      if (data.kept)
        return words.kept(brand.name, when, data.workerName === null ? null : firstName(data.workerName))
      return withDetails(
        data.moved ? words.moved(brand.name, data.type, when) : words.scheduled(brand.name, data.type, when),
        brand,
      )
    },
    attach: calendarOf,
  }),

  reminder: template({
    data: reminded,
    usefulFor: 12 * hour,
    usefulUntil: ({ start }) => start,
    email: (data, brand) => {
      const { reminder } = emailIn(brand).words
      const asks = asksToConfirm(data, brand)
      return {
        subject: reminder.subject(dayOf(data, brand)),
        preview: reminder.preview(data.type, whenOf(data, brand)),
        headline: reminder.headline,
        blocks: [
          greeting(data.name, brand),
          text(reminder.text),
          ...visitFacts(data, brand),
          ...(asks ?? [viewBooking(brand)]),
        ],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      const shown = words.reminder(brand.name, data.type, whenOf(data, brand))
      return data.confirmed ? shown : [shown, words.reminderReplies]
    },
  }),
}
