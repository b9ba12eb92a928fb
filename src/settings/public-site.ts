import { z } from 'zod'
import { textOf } from '../http/fields'
import { group } from './group'

/** Texts of the home page and of the pages it links to. Empty ones are left out, or have a usual text. */
export const publicSite = group({
  title: 'Home page',
  fields: {
    headline: textOf(120).nullable().describe('The first words of the home page'),
    about: textOf(1000).nullable().describe('A few sentences below them'),
    license: textOf(200).nullable().describe('The license line, such as a number and the state'),
    insurance: textOf(200).nullable().describe('The insurance line'),
    terms: textOf(20_000).nullable().describe('The terms of service; null for our usual text'),
    privacy: textOf(20_000).nullable().describe('The privacy policy; null for our usual text'),
    reviewUrl: z
      .url({ protocol: /^https$/, error: 'must be a web address that starts with https://' })
      .max(500)
      .nullable()
      .describe('Where customers read and write public reviews'),
  },
  first: () => ({
    headline: null,
    about: null,
    license: null,
    insurance: null,
    terms: null,
    privacy: null,
    reviewUrl: null,
  }),
  variables: {},
})
