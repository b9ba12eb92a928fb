import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { second } from '../../../lib/clock'
import { upstream } from '../../../lib/errors'
import type { FontPackage } from './font-packages'

/** The largest package has two weights of every Chinese character. */
const timeLimitMs = 300 * second

/** Bun knows the registry this machine uses, and where it keeps the package. */
async function archiveUrl({ package: name, version }: FontPackage): Promise<string> {
  const asked = Bun.spawn([process.execPath, 'info', `${name}@${version}`, 'dist.tarball'], {
    stdin: 'ignore',
    stderr: 'ignore',
  })
  const [url, code] = await Promise.all([new Response(asked.stdout).text(), asked.exited])
  if (code !== 0 || !URL.canParse(url.trim())) throw upstream('The package registry')
  return url.trim()
}

export async function downloadFont(font: FontPackage): Promise<Uint8Array> {
  const url = await archiveUrl(font)
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return await answer.bytes()
  } catch (error) {
    throw upstream('The package registry', error)
  }
}

/** Whether these are exactly the bytes that our tests ran with. */
export const isArchiveOf = ({ integrity }: FontPackage, archive: Uint8Array): boolean =>
  `sha512-${new Bun.CryptoHasher('sha512').update(archive).digest('base64')}` === integrity

/** The PDF library reads these; the rest are other weights and forms for web pages. */
const wanted =
  /^package\/(?:package\.json|LICENSE[^/]*|unicode\.json|fonts\/[\w.-]+|files\/[\w.-]+-(?:400|600)-normal\.woff)$/

/** Unpacks a font into a draft folder and renames it, so a font that is there is complete. */
export async function unpackFont(folder: string, font: FontPackage, archive: Uint8Array): Promise<void> {
  const target = join(folder, font.package)
  const draft = `${target}.${crypto.randomUUID()}.draft`
  try {
    mkdirSync(draft, { recursive: true })
    for (const [path, file] of await new Bun.Archive(archive).files()) {
      if (!wanted.test(path)) continue
      const to = join(draft, path.replace('package/', ''))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, new Uint8Array(await file.arrayBuffer()))
    }
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
