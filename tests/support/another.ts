import { join } from 'node:path'

/** Another program on a database file; see onlooker.ts. Its end says how often it found the write lock taken. */
export async function another(task: 'read' | 'lock', path: string) {
  const program = Bun.spawn([process.execPath, join(import.meta.dir, 'onlooker.ts'), path, task], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  process.on('exit', () => program.kill('SIGKILL'))
  const output = program.stdout.getReader()
  const line = async () => new TextDecoder().decode((await output.read()).value).trim()
  if ((await line()) !== 'ready') throw new Error(`${path} can't be opened by another program`)
  return {
    async end(): Promise<number> {
      await program.stdin.end()
      const refused = Number(await line())
      await program.exited
      return refused
    },
  }
}
