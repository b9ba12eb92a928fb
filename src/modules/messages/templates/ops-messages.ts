import { z } from 'zod'
import { harmless } from '../../../lib/text'
import {
  button,
  facts,
  ours,
  text,
  template,
  type Brand,
  type Draft,
  type MessageTemplate,
  webLink,
  zone,
} from './template'

/** Notices to the people who run the service. They show any data the caller sent as a table. */
const notice = z.record(z.string(), z.unknown())
type Notice = z.infer<typeof notice>

const mostRows = 40

const headings = {
  handoff: 'Handoff',
  deploy: 'Deployment',
  error: 'Error',
  revenue: 'Revenue',
} as const
export type NoticeType = keyof typeof headings

function draftOf(type: NoticeType, data: Notice, brand: Brand): Draft {
  const title = titleOf(data)
  const link = webLink.safeParse(data.url).data
  return {
    subject: `[${brand.name}] ${headings[type]}${title === '' ? '' : `: ${title}`}`,
    headline: title === '' ? headings[type] : title,
    blocks: [facts(...rowsOf(data)), ...(link === undefined ? [] : [button('Open', link)])],
  }
}

function titleOf(data: Notice): string {
  const title = data.title ?? data.summary ?? data.message
  return typeof title === 'string' ? harmless(title).slice(0, 120) : ''
}

function rowsOf(data: Notice): [string, string][] {
  return Object.entries(data)
    .filter(([key]) => key !== 'title' && key !== 'url')
    .slice(0, mostRows)
    .map(([key, value]) => [labelOf(key), shown(value)])
}

/** `deployedBy` reads better as `Deployed by`. */
function labelOf(key: string): string {
  const words = harmless(key.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')).toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 60)
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return harmless(typeof value === 'string' ? value : JSON.stringify(value))
}

const ops = (type: NoticeType): MessageTemplate =>
  template({
    data: notice,
    english: true,
    email: (data, brand) => draftOf(type, data, brand),
    sms: (data, brand) => {
      const rows = rowsOf(data).map(([label, value]) => `${label}: ${value}`)
      return [`${brand.name} ${headings[type]}: ${titleOf(data)}`.trim(), ...rows].join('\n').slice(0, 480)
    },
  })

/** `Mar 2, 3:00 PM`. */
const moment = (at: number, timeZone: string): string =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })

const alertData = z.object({
  kind: z.enum(['problem', 'recovery', 'test']),
  title: ours,
  action: ours,
  since: z.number().int(),
  endedAt: z.number().int().nullable(),
  timeZone: zone,
  url: webLink,
})

const alert = template({
  data: alertData,
  english: true,
  email: ({ kind, title, action, since, endedAt, timeZone, url }, brand) => {
    const labels = { problem: 'Problem', recovery: 'Recovered', test: 'Test' }
    const explained = {
      problem: text(`This has been going on since ${moment(since, timeZone)}. ${action}`),
      recovery: text(`It lasted from ${moment(since, timeZone)} to ${moment(endedAt ?? since, timeZone)}.`),
      test: text('This is a test. If you can read it, alerts reach you by email.'),
    }
    return {
      subject: `[${brand.name}] ${labels[kind]}: ${title}`,
      headline: kind === 'recovery' ? `Back to normal: ${title}` : title,
      blocks: [explained[kind], button('Open Health', url)],
    }
  },
  sms: ({ kind, title, url }, brand) => {
    const said = {
      problem: `Problem: ${title}.`,
      recovery: `Back to normal: ${title}.`,
      test: 'This is a test alert.',
    }
    return `${brand.name}: ${said[kind]} ${url}`
  },
})

export const opsMessages = {
  'ops-alert': alert,
  'ops-handoff': ops('handoff'),
  'ops-deploy': ops('deploy'),
  'ops-error': ops('error'),
  'ops-revenue': ops('revenue'),
  test: template({
    data: z.object({}),
    english: true,
    email: (_, brand) => ({
      subject: `Test email from ${brand.name}`,
      headline: 'Email works',
      blocks: [text('This is a test. If you can read it, email is set up correctly.')],
    }),
    sms: (_, brand) =>
      `${brand.name}: This is a test. If you can read it, text messages are set up correctly.`,
  }),
}
