import { startMoneyTest, type MoneyTest } from '../support/money'

/** How hard an attack tries: briefly in the suite, for minutes with `bun run attack`. */
export interface Scale {
  /** How often something random or simultaneous is repeated. */
  times: number
  /** How many connections one attacker holds open. */
  connections: number
  /** Whether to wait until the service hangs up on idle clients. */
  patient: boolean
}

export const short: Scale = { times: 12, connections: 100, patient: false }
export const long: Scale = { times: 400, connections: 2_000, patient: true }

/** One kind of attack. `run` lists everything that went wrong; an empty list means we withstood it. */
export interface Attack {
  name: string
  run(scale: Scale): Promise<string[]>
}

/** An attack on its own service and store. */
export function onService(
  name: string,
  strike: (service: MoneyTest, scale: Scale, wrong: string[]) => Promise<void>,
): Attack {
  return {
    name,
    async run(scale) {
      const service = await startMoneyTest()
      const wrong: string[] = []
      try {
        await strike(service, scale, wrong)
        await service.rest()
      } finally {
        await service.close()
      }
      return wrong
    },
  }
}

/** Repeats the same thing many times at once. */
export const atOnce = <T>(times: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => one(index)))

export const within = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
