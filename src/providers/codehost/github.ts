import { z } from 'zod'
import { askRest, type RestService } from '../rest'
import type { CodeHost, Commit } from './types'

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
