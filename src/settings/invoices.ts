import { z } from 'zod'
import { group } from './group'

export const invoices = group({
  title: 'Invoices',
  fields: {
    daysToPay: z.int().min(0).max(365).describe('Days from the date of an invoice until it is due'),
    techniciansTakePayment: z
      .boolean()
      .describe('Whether technicians see what is due on their phones, take payment and add extras'),
    showPhotos: z
      .boolean()
      .describe("Whether the customer's page of an invoice shows the photos before and after the work"),
  },
  first: () => ({ daysToPay: 14, techniciansTakePayment: true, showPhotos: false }),
  variables: {},
})
