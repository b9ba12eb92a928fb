import { basename } from 'node:path'
import type { CodeHost, Commit } from './types'

const listed = 20
/** Between the fields of a line; no message holds it. */
const separator = '\u001F'

/** The checkout the service runs from. Where there is none, or no git, there is nothing to tell. */
export function localGit(folder: string, timeLimitMs: number): CodeHost {
  return {
    name: 'git',
    probe: async () => {},
    async summary() {
      const [root, log] = await Promise.all([
        git(folder, ['rev-parse', '--show-toplevel'], timeLimitMs),
        git(folder, ['log', `-${listed}`, `--format=%H${separator}%s${separator}%an`], timeLimitMs),
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

/** What git says, or null when it cannot be asked or takes too long. */
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
