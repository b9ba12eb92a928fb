import { seedDemo } from '../../../db/seed'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld } from '../../support/world'

/** The whole service at a real address, with the outside world simulated. */
export interface Site {
  url: string
  world: TestApp
  close(): Promise<void>
}

interface SiteOptions {
  /** The demo company instead of the single franchise other tests use. */
  demoCompany?: boolean
  /** Nothing at all, as before the owner sets up their company. */
  empty?: boolean
  env?: Record<string, string>
}

export async function startSite({
  demoCompany = false,
  empty = false,
  env = {},
}: SiteOptions = {}): Promise<Site> {
  const port = freePort()
  // Payments return only to the public address, so the browser has to use that one.
  const url = `http://localhost:${port}`
  const world = await startTestApp({ PUBLIC_URL: url, ...env })
  if (demoCompany) await seedDemo(world.deps.store, world.deps.clock.now())
  else if (!empty) await addWorld(world)
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
