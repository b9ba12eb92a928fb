export interface Commit {
  sha: string
  /** The first line. */
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

/** Where the source of the service lives. */
export interface CodeHost {
  readonly name: 'github' | 'git'
  /** The latest first. */
  summary(): Promise<CodeSummary>
  /** Throws unless it answers us now. */
  probe(): Promise<void>
}
