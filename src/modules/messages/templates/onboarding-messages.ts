import { z } from 'zod'
import { firstName } from '../../../words/formats'
import { greeting } from './parts'
import {
  button,
  emailIn,
  facts,
  ours,
  oursOrNone,
  personName,
  quietButton,
  template,
  text,
  textIn,
  written,
} from './template'

const partner = z.object({ name: oursOrNone, franchise: ours })
const hi = (name: string | null) => text(name ? `Hi ${firstName(name)},` : 'Hi there,')

export const onboardingMessages = {
  'onboarding-welcome': template({
    data: partner,
    english: true,
    email: (data, brand) => ({
      subject: `Welcome, ${data.franchise}`,
      preview: 'Three steps to your first job.',
      headline: 'Welcome aboard',
      blocks: [
        hi(data.name),
        text(`${data.franchise} is set up. Three more steps and you’re ready for your first job:`),
        text(
          [
            '1. Connect the bank account for your payouts',
            '2. Add your technicians with their skills and hours',
            '3. Check your service area and prices',
          ].join('\n'),
        ),
        button('Open the console', `${brand.site}/admin?tab=franchise`),
      ],
    }),
  }),

  'onboarding-setup': template({
    data: partner,
    english: true,
    email: (data, brand) => ({
      subject: 'Connect your payout account',
      preview: 'We can’t pay you until it’s connected.',
      headline: 'Connect your payout account',
      blocks: [
        hi(data.name),
        text(`${data.franchise} has no payout account yet, so we can’t pay out your share.`),
        text('It takes about 10 minutes. Have your bank details and an ID ready.'),
        button('Connect account', `${brand.site}/admin?tab=franchise`),
      ],
    }),
  }),

  'onboarding-first-job': template({
    data: partner,
    english: true,
    email: (data, brand) => ({
      subject: `Get the first job for ${data.franchise}`,
      preview: 'How jobs come in, get scheduled and get paid.',
      headline: 'How your first job will go',
      blocks: [
        hi(data.name),
        text(`${data.franchise} hasn’t had its first job yet. Here’s what will happen:`),
        facts(
          ['Booking', 'Customers book online, and jobs in your service area come to you.'],
          ['Scheduling', 'Jobs are assigned by skill, hours and distance. You can always move them.'],
          ['Payment', 'Your share goes to your payout account.'],
        ),
        text('Share your booking page with your customers to get started.'),
        button('Open the booking page', `${brand.site}/book`),
      ],
    }),
  }),

  'follow-up': template({
    data: z.object({ name: personName, type: written }),
    bulk: true,
    email: (data, brand) => {
      const { followUp, buttons } = emailIn(brand).words
      return {
        subject: followUp.subject,
        preview: followUp.preview(data.type),
        headline: followUp.subject,
        blocks: [
          greeting(data.name, brand),
          text(followUp.text(data.type)),
          text(followUp.makeRight),
          ...(brand.links === null ? [] : [button(buttons.rate, brand.links.rate)]),
          (brand.links === null ? button : quietButton)(buttons.bookNext, `${brand.site}/book`),
        ],
      }
    },
    sms: (data, brand) => {
      const { words } = textIn(brand)
      const shown = words.followUp(brand.name, data.type)
      return brand.links === null ? [shown, words.stop] : [shown, words.rate(brand.links.rate), words.stop]
    },
  }),
}
