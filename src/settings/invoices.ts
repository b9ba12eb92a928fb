import { z } from 'zod'
import { group } from './group'

export const invoices = group({
  title: 'Invoices',
  fields: { daysToPay: z.int().min(0).max(365).describe('Days from the date of an invoice until it is due') },
  first: () => ({ daysToPay: 14 }),
  variables: {},
})
