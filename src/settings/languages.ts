import { z } from 'zod'
import { languages as known } from '../words/language'
import { group } from './group'

/** The languages of customers' and technicians' pages and messages. The console is in English. */
export const languages = group({
  title: 'Languages',
  fields: {
    offered: z
      .array(z.enum(known))
      .min(1)
      .max(known.length)
      .overwrite((chosen) => known.filter((language) => chosen.includes(language)))
      .describe('With one language, pages have no switch between languages'),
  },
  first: () => ({ offered: [...known] }),
  variables: {},
})
