import { formatDate } from '../../client/format'
import { addDays } from '../shared/zone'

/** The first and last day of a report. */
export interface Days {
  from: string
  to: string
}

export const ranges = { '30': 'Last 30 days', '90': 'Last 90 days', year: 'This year', all: 'All time' }

interface Chosen extends Days {
  range: string
}

/** The days a report covers, by default the last 90; null for all time. */
export function daysOf({ from, to, range }: Chosen, today: string): Days | null {
  if (from !== '' || to !== '') {
    const last = to || today
    return { from: from || addDays(last, -89), to: last }
  }
  if (range === 'all') return null
  if (range === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  return { from: addDays(today, range === '30' ? -29 : -89), to: today }
}

export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/**
 * The days to compare with: whole months with as many months before, days since the start of a year with the same
 * days a year ago, and any other days with as many days right before them.
 */
export function daysBefore({ from, to }: Days): Days {
  const isWholeMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  const months = isWholeMonths ? monthOf(addDays(to, 1)) - monthOf(from) : 0
  if (months > 0) {
    const start = dateOfMonth(monthOf(from) - months)
    return { from: start, to: addDays(from, -1) }
  }
  if (from.endsWith('-01-01') && from.slice(0, 4) === to.slice(0, 4))
    return { from: yearEarlier(from), to: yearEarlier(to) }
  return { from: addDays(from, -lengthOf({ from, to })), to: addDays(from, -1) }
}

const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
const dateOfMonth = (month: number): string =>
  new Date(Date.UTC(2000, month - 24_000, 1)).toISOString().slice(0, 10)

/** `2025-12`, `2026-01`, … up to the last. */
export const monthsBetween = (first: string, last: string): string[] =>
  Array.from({ length: monthOf(last) - monthOf(first) + 1 }, (_, at) =>
    dateOfMonth(monthOf(first) + at).slice(0, 7),
  )

function yearEarlier(date: string): string {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0')
  return date.endsWith('-02-29') ? `${year}-02-28` : `${year}${date.slice(4)}`
}

export const daysText = ({ from, to }: Days): string => `${formatDate(from)} – ${formatDate(to)}`

/** A year fits on a chart by the month, a quarter by the week. */
export const bucketSize = (days: number): number => (days <= 45 ? 1 : days <= 190 ? 7 : 30)

/** Adds up daily amounts in buckets of equal length, so two periods can be laid over each other. */
export function inBuckets(
  days: readonly { date: string; amount: number }[],
  { from, to }: Days,
  size: number,
): { date: string; last: string; amount: number }[] {
  const count = Math.ceil(lengthOf({ from, to }) / size)
  const buckets = Array.from({ length: count }, (_, nth) => ({ date: addDays(from, nth * size), cents: 0 }))
  for (const { date, amount } of days) {
    const bucket = buckets[Math.floor((lengthOf({ from, to: date }) - 1) / size)]
    if (bucket) bucket.cents += Math.round(amount * 100)
  }
  return buckets.map(({ date, cents }) => {
    const end = addDays(date, size - 1)
    return { date, last: end < to ? end : to, amount: cents / 100 }
  })
}
