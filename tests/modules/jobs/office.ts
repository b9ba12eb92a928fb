import { startTestApp, type Answer, type CallOptions, type TestApp } from '../../support/app'
import { addWorld, booking } from '../../support/world'

/** A company with a franchise and two workers, and an HQ user. */
export interface Office extends TestApp {
  hq(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** The job's id. Each booking comes from its own address, so no limit is reached. */
  bookOne(overrides?: object): Promise<string>
}

export async function startOffice(): Promise<Office> {
  const world = await startTestApp()
  await addWorld(world)
  const token = await world.hqToken()
  let client = 0
  return {
    ...world,
    hq: (method, path, body, options = {}) =>
      world.call(method, `/api/admin${path}`, { token, ...(body === undefined ? {} : { body }), ...options }),
    async bookOne(overrides = {}) {
      const from = `198.51.${Math.floor(++client / 250) % 250}.${client % 250}`
      const { body } = await world.call('POST', '/api/jobs/create', {
        body: { ...booking, ...overrides },
        from,
      })
      return body.data.job.id
    },
  }
}
