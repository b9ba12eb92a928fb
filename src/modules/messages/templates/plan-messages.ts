import { z } from 'zod'
import type { EmailWords } from '../../../words/emails'
import { capitalized } from '../../../words/formats'
import { howOften } from '../../../words/how-often'
import { greeting } from './parts'
import {
  button,
  dateOrNone,
  emailIn,
  facts,
  money,
  personName,
  template,
  text,
  textIn,
  written,
  writtenOrNone,
  type Brand,
} from './template'

function headlineOf(
  { stage, changed }: { stage?: string | null | undefined; changed?: boolean | null | undefined },
  plan: EmailWords['plan'],
): string {
  const words = stage === 'offered' ? plan.offered : plan
  return changed ? words.headlineChanged : words.headline
}

const planUrlOf = ({ url }: { url?: string | null | undefined }, { planUrl, site }: Brand): string =>
  planUrl ?? url ?? `${site}/my?tab=plans`

export const planMessages = {
  plan: template({
    data: z.object({
      name: personName,
      type: written,
      address: writtenOrNone,
      totalCents: money,
      taxCents: money,
      intervalMonths: z.number().int(),
      intervalWeeks: z.number().int().nullish(),
      /** A local date, YYYY-MM-DD. */
      nextDate: dateOrNone,
      /** True when it began earlier and one of its terms is different now. */
      changed: z.boolean().nullish(),
      /** Left out for a plan that runs. */
      stage: z.enum(['offered', 'ended']).nullish(),
      /** In offers from before the page was found by the plan: the page to accept it. */
      url: z.url().nullish(),
    }),
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { plan, labels, buttons } = words
      const amount = formats.money(data.totalCents)
      if (data.stage === 'ended')
        return {
          subject: plan.ended.subject(brand.name),
          preview: data.type,
          headline: plan.ended.headline,
          blocks: [
            greeting(data.name, brand),
            text(plan.ended.text),
            facts([labels.service, data.type], [labels.address, data.address]),
            button(buttons.viewEndedPlan, planUrlOf(data, brand)),
          ],
        }
      const isOffer = data.stage === 'offered'
      return {
        subject: (isOffer ? plan.offered.subject : plan.subject)(brand.name, amount),
        preview: `${data.type}, ${howOften(brand.language, data).toLowerCase()}`,
        headline: headlineOf(data, plan),
        blocks: [
          greeting(data.name, brand),
          text(isOffer ? (data.changed ? plan.offered.textChanged : plan.offered.text) : plan.text),
          facts(
            [labels.service, data.type],
            [labels.howOften, howOften(brand.language, data)],
            [labels.eachVisit, data.taxCents > 0 ? labels.withTax(amount) : amount],
            [
              isOffer ? labels.firstVisit : labels.nextVisit,
              data.nextDate === null ? null : capitalized(formats.dayOf(data.nextDate)),
            ],
            [labels.address, data.address],
          ),
          button(isOffer ? buttons.acceptPlan : buttons.viewPlan, planUrlOf(data, brand)),
        ],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const frequency = howOften(brand.language, data).toLowerCase()
      const shown = words.plan(brand.name, data.type, frequency, formats.money(data.totalCents))
      return [shown, words.viewPlan(planUrlOf(data, brand))]
    },
  }),
}
