import { z } from 'zod'
import { money } from '../../http/fields'
import { tellCustomer } from '../jobs/admin-model'

export const RepriceInput = z
  .object({
    price: money,
    discount: money,
    referralCredit: money,
    promoCode: z.string().min(1).max(50).nullable().describe('Sets the discount by the code'),
  })
  .partial()
  .extend({ tellCustomer })
  .refine((input) => input.discount === undefined || !input.promoCode, {
    path: ['discount'],
    message: 'a promo code sets the discount; give one of the two',
  })
export type RepriceInput = z.infer<typeof RepriceInput>
