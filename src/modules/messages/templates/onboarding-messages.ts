import { z } from 'zod'
import { button, facts, ours, oursOrNone, personName, text, template, written } from './template'

const partner = z.object({ name: oursOrNone, franchise: ours })
const hello = (name: string | null) => text(name ? `Hello ${name},` : 'Hello,')

export const onboardingMessages = {
  'onboarding-welcome': template({
    data: partner,
    email: (data, brand) => ({
      subject: `Welcome aboard, ${data.franchise}`,
      preview: 'Three steps until the first job.',
      blocks: [
        hello(data.name),
        text(`${data.franchise} is set up. Three steps and you are ready for the first job:`),
        facts(
          ['1', 'Connect the account your share is paid to'],
          ['2', 'Add your workers, their skills and their hours'],
          ['3', 'Check your service area and prices'],
        ),
        button('Open the console', `${brand.site}/admin?tab=franchise`),
      ],
    }),
  }),

  'onboarding-setup': template({
    data: partner,
    email: (data, brand) => ({
      subject: 'Your account is not connected yet',
      preview: 'Without it your share cannot be paid out.',
      blocks: [
        hello(data.name),
        text(
          `The account of ${data.franchise} is not connected yet, so your share of payments cannot be paid out.`,
        ),
        text('It takes about ten minutes: have your bank details and an identity document at hand.'),
        button('Connect the account', `${brand.site}/admin?tab=franchise`),
      ],
    }),
  }),

  'onboarding-first-job': template({
    data: partner,
    email: (data, brand) => ({
      subject: `The first job for ${data.franchise}`,
      preview: 'How a job comes in, is planned and is paid.',
      blocks: [
        hello(data.name),
        text('Your first job has not come in yet. This is how it will go:'),
        facts(
          ['Booking', 'Customers book on the booking page; jobs in your area come to you'],
          ['Planning', 'Jobs are given to your workers by skill, hours and distance; you can move them'],
          ['Payment', 'Your share is paid to your connected account'],
        ),
        text('Share your booking page with the customers you have.'),
        button('Open the booking page', `${brand.site}/book`),
      ],
    }),
  }),

  'follow-up': template({
    data: z.object({ name: personName, type: written }),
    bulk: true,
    email: (data, brand) => ({
      subject: 'How did we do?',
      preview: `${data.type}: we would like to hear from you.`,
      blocks: [
        text(data.name === '' ? 'Hello,' : `Hello ${data.name},`),
        text(`We were with you the other day (${data.type}). Is everything as it should be?`),
        text('If anything is not right, answer this message and we will see to it.'),
        button('Book the next visit', `${brand.site}/book`),
      ],
    }),
    sms: (data, brand) => `${brand.name}: is everything right with ${data.type}? Answer this message if not.`,
  }),
}
