import { eq } from 'drizzle-orm'
import { franchises, webhookDeliveries } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { giveHqToken } from '../../src/modules/staff'
import { id, type Change, type Office } from './hq-changes'
import { pngOf } from './pictures'
import { denver, marcus, sofia } from './world'

const week = { shifts: [{ weekday: 1, start: '08:00', end: '16:30' }] }
const off = { startsAt: '2026-03-20T15:00:00Z', endsAt: '2026-03-20T20:00:00Z' }
/** Nobody listens there. */
const hook = { url: 'http://127.0.0.1:64999/', types: ['customer.erased'] }

const failedDelivery = async (office: Office) => {
  const subscriptionId = await id(office, '/api/admin/webhook-subscriptions', hook)
  const sent = await id(office, `/api/admin/webhook-subscriptions/${subscriptionId}/test`, undefined)
  await office.rest()
  await office.deps.store.write((tx) =>
    tx.update(webhookDeliveries).set({ state: 'failed' }).where(eq(webhookDeliveries.id, sent)),
  )
  return { id: sent, subscriptionId }
}

const person = (name: string) => ({ name, email: `${name}@staff.example.com`, role: 'dispatcher' })

const upload = async (office: Office): Promise<string> => {
  const sent = { token: await office.hqToken(), raw: 'Name,Email\nPat,pat@import.example.com\n' }
  const { body } = await office.call('POST', '/api/admin/imports?kind=customers', sent)
  await office.rest()
  return (body as { data: { id: string } }).data.id
}

/** The six answers of somebody who starts for real. */
export const startAnswers = {
  name: 'Copper Gutters',
  address: '1420 Larimer St, Denver, CO 80202',
  timeZone: 'America/Denver',
  service: { name: 'Gutter guards', price: 189, minutes: 90 },
  technician: { name: 'Sam Ortiz', phone: '303-555-0142' },
  ownerEmail: 'dana@copper.example',
  trials: 'keep',
  confirm: 'start for real',
}

const token = async (office: Office) => giveHqToken(office.deps, 'kim', hour, 'test')

/** The changes of the company itself, beside those in `hq-changes`. */
export const companyChanges: Record<string, (office: Office) => Promise<Change>> = {
  'PATCH /api/admin/settings/:group': async () => [
    '/api/admin/settings/business',
    { values: { name: 'Copper Gutters' } },
  ],
  'POST /api/admin/setup/start': async (office) => {
    await office.deps.store.write((tx) => tx.update(franchises).set({ demo: true }))
    return ['/api/admin/setup/start', startAnswers]
  },
  'PUT /api/admin/settings/logo': async () => ['/api/admin/settings/logo', undefined, pngOf(120, 40)],
  'DELETE /api/admin/settings/logo': async (office) => {
    const token = await office.hqToken()
    await office.call('PUT', '/api/admin/settings/logo', { token, raw: pngOf(10, 10) })
    return ['/api/admin/settings/logo']
  },
  'PUT /api/admin/messages/templates/:key/:language/:channel': async () => [
    '/api/admin/messages/templates/booked/en/email',
    { subject: 'Hello {first_name}!' },
  ],
  'DELETE /api/admin/messages/templates/:key/:language/:channel': async (office) => {
    const path = '/api/admin/messages/templates/booked/es/email'
    await office.done('PUT', path, { subject: '¡Hola, {first_name}!' })
    return [path]
  },
  'PATCH /api/admin/messages/notifications': async () => [
    '/api/admin/messages/notifications',
    { reminderHours: [48, 24] },
  ],
  'POST /api/admin/staff': async () => ['/api/admin/staff', person('kim')],
  'PATCH /api/admin/staff/:id': async (office) => [
    `/api/admin/staff/${await id(office, '/api/admin/staff', person('lee'))}`,
    { role: 'bookkeeper' },
  ],
  'POST /api/admin/staff/:id/invite': async (office) => [
    `/api/admin/staff/${await id(office, '/api/admin/staff', person('max'))}/invite`,
  ],
  'POST /api/admin/staff/:id/deactivate': async (office) => [
    `/api/admin/staff/${await id(office, '/api/admin/staff', person('ned'))}/deactivate`,
  ],
  'POST /api/admin/staff/:id/reactivate': async (office) => {
    const back = await id(office, '/api/admin/staff', person('ola'))
    await office.done('POST', `/api/admin/staff/${back}/deactivate`)
    return [`/api/admin/staff/${back}/reactivate`]
  },
  'DELETE /api/admin/staff/:id/sessions': async (office) => [
    `/api/admin/staff/${await id(office, '/api/admin/staff', person('pam'))}/sessions`,
  ],
  'POST /api/admin/imports/:id/run': async (office) => [`/api/admin/imports/${await upload(office)}/run`],
  'POST /api/admin/imports/:id/undo': async (office) => {
    const done = await upload(office)
    await office.done('POST', `/api/admin/imports/${done}/run`)
    await office.rest()
    return [`/api/admin/imports/${done}/undo`]
  },
  'POST /api/admin/services': async () => ['/api/admin/services', { label: 'Roof wash', baseMinutes: 60 }],
  'PATCH /api/admin/services/:id': async () => ['/api/admin/services/service-cleaning', { listPrice: 199 }],
  'POST /api/admin/franchises': async () => [
    '/api/admin/franchises',
    { name: 'Boulder', timeZone: 'America/Denver' },
  ],
  'PATCH /api/admin/franchises/:id': async () => [`/api/admin/franchises/${denver}`, { taxPercent: 8 }],
  'POST /api/admin/franchises/:id/splits': async () => [
    `/api/admin/franchises/${denver}/splits`,
    { sharePercent: 60, effectiveFrom: '2026-05-01T00:00:00Z' },
  ],
  'DELETE /api/admin/franchises/:id/splits/:splitId': async (office) => {
    const split = { sharePercent: 50, effectiveFrom: '2026-06-01T00:00:00Z' }
    const path = `/api/admin/franchises/${denver}/splits`
    return [`${path}/${await id(office, path, split)}`]
  },
  'POST /api/admin/workers': async () => ['/api/admin/workers', { name: 'Sam Ortiz', franchiseId: denver }],
  'PATCH /api/admin/workers/:id': async () => [`/api/admin/workers/${sofia}`, { skills: ['ladder'] }],
  'PUT /api/admin/workers/:id/shifts': async () => [`/api/admin/workers/${sofia}/shifts`, week],
  'POST /api/admin/workers/:id/time-off': async () => [`/api/admin/workers/${sofia}/time-off`, off],
  'DELETE /api/admin/workers/:id/time-off/:timeOffId': async (office) => {
    const path = `/api/admin/workers/${sofia}/time-off`
    return [`${path}/${await id(office, path, off)}`]
  },
  'POST /api/admin/workers/:id/tokens': async () => [`/api/admin/workers/${sofia}/tokens`, {}],
  'DELETE /api/admin/workers/:id/tokens': async (office) => {
    await office.done('POST', `/api/admin/workers/${sofia}/tokens`, {})
    return [`/api/admin/workers/${sofia}/tokens`]
  },
  'DELETE /api/admin/workers/:id/tokens/:tokenId': async (office) => {
    const path = `/api/admin/workers/${sofia}/tokens`
    return [`${path}/${await id(office, path, {})}`]
  },
  'POST /api/admin/workers/:id/calendar': async () => [`/api/admin/workers/${sofia}/calendar`],
  'POST /api/admin/franchises/:id/calendar': async () => [`/api/admin/franchises/${denver}/calendar`],
  'DELETE /api/admin/calendar-feeds/:id': async (office) => [
    `/api/admin/calendar-feeds/${await id(office, `/api/admin/workers/${marcus}/calendar`, undefined)}`,
  ],
  'POST /api/admin/promos': async () => [
    '/api/admin/promos',
    { code: 'SPRING15', kind: 'percent', value: 15 },
  ],
  'PATCH /api/admin/promos/:id': async (office) => [
    `/api/admin/promos/${await id(office, '/api/admin/promos', { code: 'FALL', kind: 'percent', value: 5 })}`,
    { value: 10 },
  ],
  'POST /api/admin/tasks': async () => ['/api/admin/tasks', { title: 'Call back' }],
  'POST /api/admin/tasks/:id/done': async (office) => [
    `/api/admin/tasks/${await id(office, '/api/admin/tasks', { title: 'Call back' })}/done`,
  ],
  'POST /api/admin/tasks/:id/reopen': async (office) => {
    const todo = await id(office, '/api/admin/tasks', { title: 'Call back' })
    await office.done('POST', `/api/admin/tasks/${todo}/done`)
    return [`/api/admin/tasks/${todo}/reopen`]
  },
  'POST /api/admin/today/snooze': async (office) => [
    '/api/admin/today/snooze',
    { key: `todo:${await id(office, '/api/admin/tasks', { title: 'Call back' })}`, until: 'tomorrow' },
  ],
  'DELETE /api/admin/tokens/:id': async (office) => [`/api/admin/tokens/${(await token(office)).id}`],
  'POST /api/admin/tokens/revoke': async (office) => [
    '/api/admin/tokens/revoke',
    { token: (await token(office)).token },
  ],
  'POST /api/admin/api-keys': async () => ['/api/admin/api-keys', { name: 'Zapier', role: 'dispatcher' }],
  'DELETE /api/admin/api-keys/:id': async (office) => [
    `/api/admin/api-keys/${await id(office, '/api/admin/api-keys', { name: 'Old', role: 'owner' })}`,
  ],
  'POST /api/admin/webhook-subscriptions': async () => ['/api/admin/webhook-subscriptions', hook],
  'PATCH /api/admin/webhook-subscriptions/:id': async (office) => [
    `/api/admin/webhook-subscriptions/${await id(office, '/api/admin/webhook-subscriptions', hook)}`,
    { types: ['job.booked'] },
  ],
  ...Object.fromEntries(
    (['secret', 'rotate', 'test'] as const).map((verb) => [
      `POST /api/admin/webhook-subscriptions/:id/${verb}`,
      async (office: Office): Promise<Change> => [
        `/api/admin/webhook-subscriptions/${await id(office, '/api/admin/webhook-subscriptions', hook)}/${verb}`,
      ],
    ]),
  ),
  'DELETE /api/admin/webhook-subscriptions/:id': async (office) => [
    `/api/admin/webhook-subscriptions/${await id(office, '/api/admin/webhook-subscriptions', hook)}`,
  ],
  'POST /api/admin/webhook-deliveries/:id/replay': async (office) => [
    `/api/admin/webhook-deliveries/${(await failedDelivery(office)).id}/replay`,
  ],
  'POST /api/admin/webhook-subscriptions/:id/replay': async (office) => {
    const { subscriptionId } = await failedDelivery(office)
    return [`/api/admin/webhook-subscriptions/${subscriptionId}/replay`, { since: '2026-01-01T00:00:00Z' }]
  },
}
