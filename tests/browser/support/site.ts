import { seedDemo } from '../../../db/seed'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld } from '../../support/world'

/** The whole service behind a real address, with the outside world played by itself. */
export interface Site {
  url: string
  world: TestApp
  close(): Promise<void>
}

interface SiteOptions {
  /** The demo company instead of the one franchise the other tests use. */
  demoCompany?: boolean
  env?: Record<string, string>
}

export async function startSite({ demoCompany = false, env = {} }: SiteOptions = {}): Promise<Site> {
  const port = freePort()
  // Payments lead back to the public address only, so that it has to be the one the browser is at.
  const url = `http://localhost:${port}`
  const world = await startTestApp({ PUBLIC_URL: url, ...env })
  if (demoCompany) await seedDemo(world.deps.store, world.deps.clock.now())
  else await addWorld(world)
  const { server } = world.app.listen({ port, hostname: '127.0.0.1' })
  return {
    url,
    world,
    async close() {
      await server!.stop(true)
      await world.close()
    },
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
