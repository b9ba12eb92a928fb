import { createApp } from '../../../src/app'
import { compose } from '../../../src/compose'
import { loadConfig } from '../../../src/config'

/**
 * The service with one deliberate fault: it answers before the COMMIT. It shows that the crash test
 * can fail, i.e. that a passing one means something.
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
