import { join, basename } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config'
import { minute, second, type Clock } from '../../lib/clock'
import { watchCalls, type Telemetry } from '../../telemetry/calls'
import { programVersion } from '../../version'
import { chosen, type Choice } from '../choices'
import { Remembered } from '../lookups'
import { askRest, type RestService } from '../upstream'

interface CodeHostTools {
  config: Config
  clock: Clock
  telemetry?: Telemetry
  timeLimitMs?: number
}

export function createCodeHost({
  config,
  clock,
  telemetry,
  timeLimitMs = 8 * second,
}: CodeHostTools): CodeHost {
  const host = chooseHost(config, timeLimitMs)
  if (host.name === 'github') watchCalls(telemetry, host.name, host)
  const summary = new Remembered(() => host.summary(), minute, clock)
  return { name: host.name, summary: () => summary.get(), probe: () => host.probe() }
}

function chooseHost({ codehost }: Config, timeLimitMs: number): CodeHost {
  const { url = 'https://api.github.com', repo = '', token } = codehost
  const make: Record<Choice<'codehost'>, () => CodeHost> = {
    github: () => githubHost({ url, repo, token, userAgent: `Truckroll/${programVersion}`, timeLimitMs }),
  }
  const [name] = chosen('codehost', codehost)
  return name === undefined ? localGit(join(import.meta.dir, '../../..'), timeLimitMs) : make[name]()
}

export interface Commit {
  sha: string
  /** The first line of the commit message. */
  message: string
  author: string
}

export interface Pull {
  number: number
  title: string
  state: string
}

export interface CodeSummary {
  commits: Commit[]
  pulls: Pull[]
  repo: { name: string; stars: number; openIssues: number }
}

/** The service that hosts the source code. */
export interface CodeHost {
  readonly name: Choice<'codehost'> | 'git'
  /** Returns the latest commits and pull requests first. */
  summary(): Promise<CodeSummary>
  /** Throws unless the code host accepts our request now. */
  probe(): Promise<void>
}

const commitsListed = 20
/** Separates the fields of a line; no commit message contains it. */
const separator = '\u001F'

/** The local checkout. Without one, or without git, the lists are empty. */
export function localGit(folder: string, timeLimitMs: number): CodeHost {
  return {
    name: 'git',
    probe: async () => {},
    async summary() {
      const [root, log] = await Promise.all([
        git(folder, ['rev-parse', '--show-toplevel'], timeLimitMs),
        git(folder, ['log', `-${commitsListed}`, `--format=%H${separator}%s${separator}%an`], timeLimitMs),
      ])
      return {
        commits: log === null ? [] : log.split('\n').filter(Boolean).map(commitOf),
        pulls: [],
        repo: { name: root === null ? 'none' : basename(root.trim()), stars: 0, openIssues: 0 },
      }
    },
  }
}

function commitOf(line: string): Commit {
  const [sha = '', message = '', author = ''] = line.split(separator)
  return { sha, message, author }
}

/** Git's output, or null if git can't run or takes too long. */
async function git(folder: string, command: string[], timeLimitMs: number): Promise<string | null> {
  try {
    const run = Bun.spawn(['git', ...command], {
      cwd: folder,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: timeLimitMs,
      killSignal: 'SIGKILL',
    })
    const text = await new Response(run.stdout).text()
    return (await run.exited) === 0 ? text : null
  } catch {
    return null
  }
}

export interface GithubOptions {
  url: string
  repo: string
  token?: string | undefined
  userAgent: string
  timeLimitMs: number
}

const listed = 20

const Repo = z.object({
  full_name: z.string(),
  stargazers_count: z.number(),
  open_issues_count: z.number(),
})
const Commits = z.array(
  z.object({
    sha: z.string(),
    commit: z.object({ message: z.string(), author: z.object({ name: z.string() }).nullish() }),
    author: z.object({ login: z.string() }).nullish(),
  }),
)
const Pulls = z.array(z.object({ number: z.number(), title: z.string(), state: z.string() }))

export function githubHost({ url, repo, token, userAgent, timeLimitMs }: GithubOptions): CodeHost {
  const service: RestService = {
    who: 'The code host',
    url,
    token,
    tokenVariable: 'CODEHOST_REPO and CODEHOST_TOKEN',
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': userAgent,
    },
  }
  const findRepo = (signal: AbortSignal) => askRest(service, { path: `/repos/${repo}`, answer: Repo, signal })
  return {
    name: 'github',
    async probe() {
      await findRepo(AbortSignal.timeout(timeLimitMs))
    },
    async summary() {
      const signal = AbortSignal.timeout(timeLimitMs)
      const [found, commits, pulls] = await Promise.all([
        findRepo(signal),
        askRest(service, {
          path: `/repos/${repo}/commits`,
          query: { per_page: String(listed) },
          answer: Commits,
          signal,
        }),
        askRest(service, {
          path: `/repos/${repo}/pulls`,
          query: { state: 'all', per_page: String(listed) },
          answer: Pulls,
          signal,
        }),
      ])
      return {
        commits: commits.map(inOurWords),
        pulls: pulls.map(({ number, title, state }) => ({ number, title, state })),
        repo: { name: found.full_name, stars: found.stargazers_count, openIssues: found.open_issues_count },
      }
    },
  }
}

function inOurWords({ sha, commit, author }: z.infer<typeof Commits>[number]): Commit {
  const [message = ''] = commit.message.split('\n', 1)
  return { sha, message, author: author?.login ?? commit.author?.name ?? 'unknown' }
}
