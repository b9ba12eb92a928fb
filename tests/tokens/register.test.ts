import { expect, test } from 'bun:test'
import { newGrant } from '../../src/tokens/hq'
import { HqTokenRegister } from '../../src/tokens/register'
import { FixedClock } from '../support/clock'
import { openBeside, openTestStore } from '../support/store'

test('a token revoked in one process is refused by another within two seconds', async () => {
  const clock = new FixedClock()
  const { store, address, close } = await openTestStore()
  const elsewhere = await openBeside(address, { strict: true })
  const [here, there] = [new HqTokenRegister(store, clock), new HqTokenRegister(elsewhere, clock)]
  const grant = newGrant('dana', 'admin', 60_000, clock.now())
  await store.write((tx) => here.keep(tx, grant))
  expect(await there.isRevoked(grant.id)).toBe(false)
  await store.write((tx) => here.revoke(tx, grant.id, clock.now()))
  expect(await here.isRevoked(grant.id)).toBe(true)
  clock.advance(2_000)
  expect(await there.isRevoked(grant.id)).toBe(true)
  await elsewhere.close()
  await close()
})

test('an unreadable token register lets nobody in, and is read again', async () => {
  const clock = new FixedClock()
  const { store, close } = await openTestStore()
  let broken = true
  const shaky = new Proxy(store, {
    get(target, name) {
      if (name === 'engine') return 'libsql'
      if (name === 'read' && broken) throw new Error('The server is away')
      return Reflect.get(target, name) as unknown
    },
  })
  const register = new HqTokenRegister(shaky, clock)
  await expect(register.isRevoked('x')).rejects.toThrow('away')
  broken = false
  expect(await register.isRevoked('x')).toBe(false)
  await close()
})
