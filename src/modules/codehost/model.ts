import { z } from 'zod'

export const CodeSummary = z.object({
  commits: z.array(z.object({ sha: z.string(), message: z.string(), author: z.string() })),
  pulls: z.array(z.object({ number: z.int(), title: z.string(), state: z.string() })),
  repo: z.object({ name: z.string(), stars: z.int(), openIssues: z.int() }),
})
