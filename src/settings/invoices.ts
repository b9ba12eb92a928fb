import { z } from 'zod'
import { group } from './group'

export const invoices = group({
  title: 'Invoices',
  fields: {
    daysToPay: z.int().min(0).max(365).describe('Days from the date of an invoice until it is due'),
    techniciansTakePayment: z
      .boolean()
      .describe('Whether technicians see what is due on their phones, take payment and add extras'),
  },
  first: () => ({ daysToPay: 14, techniciansTakePayment: true }),
  variables: {},
})
