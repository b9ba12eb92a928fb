import { bearer, goodCredential } from '../../contract/credentials'
import { startTestApp, type Answer, type CallOptions, type TestApp } from '../../support/app'
import { addFile, type Adding } from '../../support/files'
import { addWorld, booking } from '../../support/world'

export interface FileWorld extends TestApp {
  hq(method: string, path: string, sent?: CallOptions): Promise<Answer>
  customer(email: string, method: string, path: string): Promise<Answer>
  book(changes?: object): Promise<{ id: string; customerId: string }>
  /** Adds a file as HQ and returns it. */
  // Answers of every shape are looked into.
  // oxlint-disable-next-line typescript/no-explicit-any
  add(jobId: string, bytes: Uint8Array<ArrayBuffer>, adding?: Adding): Promise<any>
}

export async function startFileWorld(env: Record<string, string> = {}): Promise<FileWorld> {
  const test = await startTestApp(env)
  await addWorld(test)
  const hq: FileWorld['hq'] = async (method, path, sent = {}) =>
    test.call(method, path, { token: await test.hqToken(), ...sent })
  return {
    ...test,
    hq,
    customer: async (email, method, path) =>
      test.call(method, path, { headers: bearer(await test.deps.tokens.proof.issue(email)) }),
    async book(changes = {}) {
      const { body } = await test.call('POST', '/api/jobs/create', { body: { ...booking, ...changes } })
      const { job } = (await hq('GET', `/api/admin/jobs/${body.data.job.id}`)).body.data
      return { id: job.id, customerId: job.customerId }
    },
    async add(jobId, bytes, adding) {
      const answer = await addFile(hq, `/api/admin/jobs/${jobId}`, bytes, adding)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
  }
}

export const workerCredential = (test: TestApp) => goodCredential(test.deps, 'worker')
