import type Stripe from 'stripe'
import type { Call } from './calls'

const perPage = 100
const mostPages = 50

type List<T> = (
  stripe: Stripe,
  page: { limit: number; starting_after?: string },
  options: Stripe.RequestOptions,
) => Promise<Stripe.Response<Stripe.ApiList<T>>>

/** Every item of a list, newest first, up to a bound that no honest answer reaches. */
export async function collectPages<T extends { id: string }>(call: Call, list: List<T>): Promise<T[]> {
  const items: T[] = []
  for (let page = 0; page < mostPages; page++) {
    const last = items.at(-1)?.id
    const cursor = { limit: perPage, ...(last === undefined ? {} : { starting_after: last }) }
    const { data, has_more: hasMore } = await call((stripe, options) => list(stripe, cursor, options))
    items.push(...data)
    if (!hasMore || data.length === 0) break
  }
  return items
}
