import type { Invoice } from '../../../modules/invoices/model'
import type { Tone } from '../../components'
import { settings } from '../settings'
import { today } from '../shared/zone'

/** Where an invoice stands, with what matters most said first. */
export function standingOf(invoice: Invoice): { words: string; tone: Tone } {
  if (invoice.status === 'void') return { words: 'Void', tone: 'plain' }
  if (invoice.paidAt !== null) return { words: 'Paid', tone: 'good' }
  if (invoice.status === 'draft') return { words: 'Draft', tone: 'plain' }
  if (isOverdue(invoice)) return { words: 'Overdue', tone: 'bad' }
  return { words: 'Sent', tone: 'info' }
}

/** As the filter of the list reckons: the day it is due is still in time. */
const isOverdue = ({ kind, dueOn, total }: Invoice): boolean =>
  kind === 'invoice' && total > 0 && dueOn !== null && dueOn < today(settings.timeZone)
