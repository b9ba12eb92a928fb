import { createApp } from '../../src/app'
import { assemble } from '../../src/compose'
import { loadConfig } from '../../src/config'
import { openStore } from '../../db/client'
import { createLog } from '../../src/lib/log'
import { MemoryLimiter } from '../../src/limits/memory'
import { loadSecrets } from '../../src/secrets'

/** The whole service on a socket, at a fixed moment, so a seeded company is planned the same each day. */
const [folder = '', port = '', moment = ''] = process.argv.slice(2)
const clock = { now: () => Number(moment) }
const config = loadConfig({
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
  CRON_SECRET: process.env.CRON_SECRET,
  HQ_JWT_SECRET: process.env.HQ_JWT_SECRET,
})
const log = createLog('warn', clock)
const store = await openStore(config.database, clock.now(), { warn: (message) => log.warn(message) })
const limiter = new MemoryLimiter(clock)
const deps = assemble({ config, secrets: loadSecrets(config), store, clock, log, limiter })
createApp(deps).listen({ port: Number(port), hostname: '127.0.0.1' })
