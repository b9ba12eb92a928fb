import { jobTemplates } from '../../../db/schema'
import { isoTime } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import { datesFrom } from '../../lib/recurrence'
import type { Template, TemplateWithDates } from './model'

export type TemplateRow = typeof jobTemplates.$inferSelect

const datesShown = 12

/** Nothing will come of it any more. */
export const hasEnded = ({ endDate, nextDate }: Pick<TemplateRow, 'endDate' | 'nextDate'>): boolean =>
  endDate !== null && nextDate > endDate

export function stateOf(row: TemplateRow): Template['state'] {
  if (hasEnded(row)) return 'ended'
  return row.active ? 'active' : 'paused'
}

export function presentTemplate(row: TemplateRow): Template {
  const { priceCents, demo: _, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    price: unitsFromCents(priceCents),
    state: stateOf(row),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

export function withDates(row: TemplateRow): TemplateWithDates {
  const upcoming = stateOf(row) === 'active' ? datesFrom(row, row.nextDate, datesShown) : []
  return { ...presentTemplate(row), upcoming }
}
