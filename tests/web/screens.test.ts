import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestApp, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  ['/admin/jobs', '/admin?tab=jobs'],
  ['/admin/Jobs/', '/admin?tab=jobs'],
  ['/admin/jobs/job-1', '/admin?tab=jobs&job=job-1'],
  ['/admin/customers/c-1?q=a', '/admin?tab=customers&id=c-1&q=a'],
  ['/admin/jobs?tab=staff', '/admin?tab=jobs'],
  ['/admin/%3Cb%3E', '/admin?tab=%3Cb%3E'],
  ['/admin/%E0%A4%A', '/admin?tab=%25e0%25a4%25a'],
  ['/admin//evil.example', '/admin?tab=evil.example'],
])('%s leads to its screen in the console', async (path, screen) => {
  const answer = await app.call('GET', path)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, screen])
})

test('the console itself, and its way back from an identity provider, stay where they are', async () => {
  for (const path of ['/admin', '/admin/sso', '/admin/design'])
    expect((await app.call('GET', path)).status).toBe(200)
})
