import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'

/** Fails when the schema contains something that no committed migration creates. */
// Inside the project, because drizzle-kit accepts only relative paths.
const folder = mkdtempSync('node_modules/.drift-')
try {
  cpSync('db/migrations', folder, { recursive: true })
  const before = readdirSync(folder).length
  const run = Bun.spawnSync(
    [
      'bunx',
      'drizzle-kit',
      'generate',
      '--dialect',
      'sqlite',
      '--schema',
      './db/schema/index.ts',
      '--out',
      folder,
    ],
    { stdout: 'pipe', stderr: 'pipe' },
  )
  if (run.exitCode !== 0) throw new Error(run.stderr.toString())
  if (readdirSync(folder).length !== before) {
    process.stderr.write(
      'The schema has changed: run `bun run db:generate --name <intent>` and commit the migration.\n',
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
