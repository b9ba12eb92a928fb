import { z } from 'zod'
import { color, email, phone, textOf, timeZone } from '../http/fields'
import { group } from './group'

/** The company as customers see it. A franchise has a name, a number and a look of its own. */
export const business = group({
  title: 'Business',
  fields: {
    name: textOf(100),
    phone: phone.nullable(),
    email: email.nullable(),
    postalAddress: textOf(300).nullable(),
    /** The address of a picture on the web. */
    logoUrl: z
      .url({ protocol: /^https$/ })
      .max(500)
      .nullable(),
    color,
    timeZone,
  },
  first: ({ business: given }) => ({ ...given, email: null, color: '#1f6f54' }),
  variables: {
    name: 'BUSINESS_NAME',
    phone: 'BUSINESS_PHONE',
    postalAddress: 'BUSINESS_ADDRESS',
    logoUrl: 'BUSINESS_LOGO_URL',
    timeZone: 'BUSINESS_TIMEZONE',
  },
})
