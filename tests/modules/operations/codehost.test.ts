import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createCodeHost, localGit } from '../../../src/providers/codehost'
import { badReplies, hang, stall, startDroppingServer } from '../../providers/map-server'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { temporaryFolder } from '../../support/temp'
import { startGithub, type GithubStub } from './github-stub'

let github: GithubStub
let admin: Admin

beforeEach(async () => {
  github = startGithub()
  admin = await startFor(github.server.url)
})
afterEach(async () => {
  await admin.close()
  await github.server.stop()
})

async function startFor(url: string): Promise<Admin> {
  const started = await startAdmin({
    CODEHOST_URL: url,
    CODEHOST_REPO: 'acme/truckroll',
    CODEHOST_TOKEN: 'ghp_0123456789abcdef',
  })
  const { config, clock } = started.deps
  started.deps.providers.codehost = createCodeHost({ config, clock, timeLimitMs: 60_000 })
  return started
}

const ask = () => admin.get('/api/dev/codehost')

describe('the code host', () => {
  test('is summarized in our format', async () => {
    expect(expectStatus(await ask(), 200).body.data).toEqual({
      commits: [
        { sha: 'a1', message: 'Mend the gutter', author: 'dana' },
        { sha: 'b2', message: 'Begin', author: 'Sam' },
      ],
      pulls: [{ number: 7, title: 'Paint it', state: 'open' }],
      repo: { name: 'acme/truckroll', stars: 41, openIssues: 3 },
    })
    expect(github.server.requests[0]?.headers.get('authorization')).toBe('Bearer ghp_0123456789abcdef')
  })

  test('is asked once a minute, however many people look', async () => {
    await Promise.all([ask(), ask(), ask()])
    admin.clock.advance(59_999)
    await ask()
    expect(github.server.requests).toHaveLength(3)
    admin.clock.advance(1)
    await ask()
    expect(github.server.requests).toHaveLength(6)
  })

  for (const [how, reply] of Object.entries(badReplies))
    test(`answers 502 and names the provider when it gives ${how}`, async () => {
      github.reply = reply
      expect(expectStatus(await ask(), 502).body.error).toBe(
        "The code host isn't working right now. Try again in a few minutes.",
      )
      github.reply = null
      expectStatus(await ask(), 200)
    })

  test("answers 502 and points at the token when it's refused", async () => {
    for (const status of [401, 403]) {
      github.reply = () => Response.json({ message: 'Bad credentials' }, { status })
      expect(expectStatus(await ask(), 502).body).toEqual({
        ok: false,
        error: 'The code host rejected our request. Check CODEHOST_REPO and CODEHOST_TOKEN.',
      })
    }
  })

  test('answers 504 when it hangs, at once or halfway', async () => {
    const { config, clock, providers } = admin.deps
    providers.codehost = createCodeHost({ config, clock, timeLimitMs: 100 })
    for (const reply of [hang, stall]) {
      github.reply = reply
      expect(expectStatus(await ask(), 504).body.error).toBe(
        'The code host took too long to respond. Try again in a few minutes.',
      )
    }
  })

  test('answers 502 when it disconnects or is gone, and the service keeps running', async () => {
    const dropping = startDroppingServer()
    const other = await startFor(dropping.url)
    expectStatus(await other.get('/api/dev/codehost'), 502)
    dropping.stop()
    expectStatus(await other.get('/api/dev/codehost'), 502)
    expectStatus(await other.get('/api/vitals'), 200)
    await other.close()
  })
})

describe('without a code host', () => {
  test('the local checkout is shown', async () => {
    const folder = temporaryFolder('git')
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Dana',
      GIT_AUTHOR_EMAIL: 'd@example.com',
      GIT_COMMITTER_NAME: 'Dana',
      GIT_COMMITTER_EMAIL: 'd@example.com',
    }
    for (const command of [
      ['init', '-q'],
      ['commit', '-q', '--allow-empty', '-m', 'Dig a ditch'],
      ['commit', '-q', '--allow-empty', '-m', 'Fill it\n\nAgain.'],
    ])
      expect(Bun.spawnSync(['git', ...command], { cwd: folder, env }).exitCode).toBe(0)
    const { commits, repo, pulls } = await localGit(folder, 5_000).summary()
    expect(commits.map(({ message, author }) => [message, author])).toEqual([
      ['Fill it', 'Dana'],
      ['Dig a ditch', 'Dana'],
    ])
    expect(folder.endsWith(repo.name)).toBe(true)
    expect(pulls).toEqual([])
  })

  test("a server without a checkout has nothing to show, which isn't a failure", async () => {
    const nothing = { commits: [], pulls: [], repo: { name: 'none', stars: 0, openIssues: 0 } }
    expect(await localGit(temporaryFolder('no-git'), 5_000).summary()).toEqual(nothing)
    expect(await localGit('/nowhere/at/all', 5_000).summary()).toEqual(nothing)
  })
})
