import { join } from 'node:path'

/** The environment that slows down each of a server's flushes by this much; needs Linux and a C compiler. */
export function slowerFlush(micros: number, folder: string): Record<string, string> {
  if (micros === 0) return {}
  const library = join(folder, 'slow-flush.so')
  const source = join(import.meta.dir, 'slow-flush.c')
  const compiler = Bun.which('cc')
  if (process.platform !== 'linux' || compiler === null)
    throw new Error('slower flushes need Linux and a C compiler (Debian: apt-get install gcc libc6-dev)')
  const { exitCode, stderr } = Bun.spawnSync([
    compiler,
    '-O2',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
  ])
  if (exitCode !== 0) throw new Error(`the slow flush could not be compiled: ${stderr.toString()}`)
  return { LD_PRELOAD: library, SLOWER_FLUSH_US: String(micros) }
}

/** The duration of a flush in that environment, measured by a separate process. */
export function flushWith(environment: Record<string, string>, folder: string): number {
  const script = `console.log((await import(${JSON.stringify(join(import.meta.dir, '../support/disk'))})).measureFlush(${JSON.stringify(folder)}))`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    env: { ...process.env, ...environment },
  })
  return Number(stdout.toString())
}
