import { z } from 'zod'
import { harmless } from '../../../lib/text'
import {
  button,
  facts,
  text,
  template,
  type Brand,
  type Draft,
  type MessageTemplate,
  webLink,
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

export const opsMessages = {
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
