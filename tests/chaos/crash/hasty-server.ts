import { createApp } from '../../../src/app'
import { compose } from '../../../src/compose'
import { loadConfig } from '../../../src/config'

/**
 * The service with one deliberate bug: it answers before the COMMIT. It proves that the crash test can fail,
 * so passing means something.
 */
const deps = await compose(loadConfig(process.env))
const { store } = deps
const patient = store.write.bind(store)
store.write = (unit) =>
  new Promise((resolve, reject) => {
    patient(async (tx) => {
      const value = await unit(tx)
      resolve(value)
      return value
    }).catch(reject)
  })
const { server } = createApp(deps).listen({ port: deps.config.port, hostname: '127.0.0.1' })
deps.log.info('listening', { port: Number(server?.port) })
