import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

test('a blank label and a blank skill are refused, in a new service and in a change', async () => {
  const blanks = { label: ' ', skills: ['ladder', '  '] }
  const refused = expectStatus(await admin.post('/api/admin/services', blanks), 400)
  expect(refused.body.details).toEqual(['label: is required', 'skills.1: is required'])
  const added = expectStatus(await admin.post('/api/admin/services', { label: 'Roof wash' }), 201)
  expectStatus(await admin.patch(`/api/admin/services/${added.body.data.id}`, blanks), 400)
})

test('a service and a worker spell a skill the same way', async () => {
  const skills = [' ladder', 'ladder', 'roof ']
  const service = expectStatus(await admin.post('/api/admin/services', { label: 'Roof wash', skills }), 201)
  const worker = expectStatus(await admin.post('/api/admin/workers', { name: 'Marcus', skills }), 201)
  expect(service.body.data.skills).toEqual(['ladder', 'roof'])
  expect(worker.body.data.skills).toEqual(['ladder', 'roof'])
})
