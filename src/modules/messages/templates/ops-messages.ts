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

/** Notices to those who run the service. Their data is whatever the caller sent, shown as a table. */
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
    blocks: [
      text(title === '' ? headings[type] : title),
      facts(...rowsOf(data)),
      ...(link === undefined ? [] : [button('Open', link)]),
    ],
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
    email: (_, brand) => ({
      subject: `Test message from ${brand.name}`,
      blocks: [text('This is a test. If you can read it, e-mail is set up.')],
    }),
    sms: (_, brand) => `${brand.name}: this is a test. If you can read it, SMS is set up.`,
  }),
}
