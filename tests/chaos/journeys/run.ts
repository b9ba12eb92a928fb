import { jobs } from '../../../db/schema'
import { checkLedger } from '../../../src/modules/ledger/check'
import { moneyChecks } from '../../../src/modules/payments/books'
import { Turns } from '../../../src/modules/scheduling/availability/turns'
import { startMoneyTest } from '../../support/money'
import { addWorld } from '../../support/world'
import { Random } from '../money/random'
import { brokenPromises } from './invariants'
import { nextStep, takeStep, type Person } from './steps'

export interface Outcome {
  /** Every promise that was broken, with the step after which it was. */
  wrong: string[]
  steps: number
  bookings: number
}

const stepsEach = 7

/** Some customers of one company, all at the same time, each taking a few random steps. */
export async function runJourneys(seed: number, customers: number): Promise<Outcome> {
  const random = new Random(seed)
  const service = await startMoneyTest({ BUSINESS_TIMEZONE: 'America/Denver' })
  const { read } = service.deps.store
  // Nobody else needs the processor here.
  Object.assign(service.deps.state.of(Turns), { rest: async () => {} })
  const wrong: string[] = []
  const agreed = new Set<string>()
  const people = Array.from({ length: customers }, (_, at) => personOf(at))
  let steps = 0
  try {
    await addWorld(service)
    for (; steps < customers * stepsEach && wrong.length === 0; steps += 1) {
      const step = nextStep(random)
      const answer = await takeStep(step, people, { service, random, agreed })
      await service.rest()
      if (answer && answer !== 'done' && answer.status >= 500)
        wrong.push(`answered ${answer.status}: ${answer.text}`)
      wrong.push(...(await brokenPromises(read, agreed)))
      if (wrong.length > 0) wrong.push(`after step ${steps + 1} of seed ${seed}, ${step.name}`)
    }
    for (const { about, problem } of [
      ...(await checkLedger(read)),
      ...(await checkLedger(read, moneyChecks)),
    ])
      wrong.push(`the books of seed ${seed}: ${about} ${problem}`)
    const bookings = (await read.select({ id: jobs.id }).from(jobs)).length
    return { wrong, steps, bookings }
  } finally {
    await service.close()
  }
}

const personOf = (at: number): Person => ({
  name: `Customer ${at}`,
  email: `customer-${at}@example.com`,
  address: `${at + 1} Larimer St, Denver, CO 80202`,
  slot: '',
  checkouts: [],
  planId: null,
})
