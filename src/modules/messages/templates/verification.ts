import { z } from 'zod'
import { minute } from '../../../lib/clock'
import { code, text } from './draft'
import { template } from './template'

export const verification = {
  'verify-code': template({
    data: z.object({ code: z.string().regex(/^\d{6}$/) }),
    secret: true,
    usefulFor: 10 * minute,
    email: (data, brand) => ({
      subject: `Your code for ${brand.name}`,
      preview: 'It is valid for 10 minutes.',
      blocks: [
        text('Enter this code to confirm your e-mail address. It is valid for 10 minutes and works once.'),
        code(data.code),
        text('If you did not ask for it, you can ignore this message: nobody gets in without the code.'),
      ],
    }),
    sms: (data, brand) => `${data.code} is your code for ${brand.name}. It is valid for 10 minutes.`,
  }),
}
