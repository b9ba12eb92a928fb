import { expect, test } from 'bun:test'
import { forgetCustomer } from '../../../src/modules/messages/forget'
import { deliverDue } from '../../../src/modules/messages/queue'
import { startTestApp } from '../../support/app'
import { message, queue, rowOf, sms } from './outbox'

test('an erased person is in no message and gets none', async () => {
  const app = await startTestApp()
  const [sent] = await queue(app.deps, message({ data: { note: 'Ada' } }))
  await deliverDue(app.deps)
  const [waiting, text, other] = await queue(
    app.deps,
    message(),
    sms(),
    message({ recipient: 'bob@lovelace.dev' }),
  )
  const addresses = ['ada@lovelace.dev', '303-867-5309']
  await app.deps.store.write((tx) =>
    forgetCustomer(tx, { ids: ['customer-ada'], addresses, words: [], at: 0 }),
  )
  const seen = async (id: string | undefined) => {
    const { recipient, data, state } = await rowOf(app.deps, id!)
    return { recipient, data, state }
  }
  expect(await seen(sent)).toEqual({ recipient: 'Erased', data: {}, state: 'sent' })
  expect(await seen(waiting)).toEqual({ recipient: 'Erased', data: {}, state: 'cancelled' })
  expect(await seen(text)).toEqual({ recipient: 'Erased', data: {}, state: 'cancelled' })
  expect(await seen(other)).toMatchObject({ recipient: 'bob@lovelace.dev', state: 'queued' })
  await app.close()
})
