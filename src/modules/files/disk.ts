import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps'
import { Refusal } from '../../lib/errors'
import { second } from '../../lib/clock'

type Place = Pick<Deps, 'config'>

export const rootOf = ({ config }: Place): string => join(config.dataDir, 'files')

/** Content is spread over 256 folders by the first two digits of its hash. */
export const contentPath = (deps: Place, hash: string): string =>
  join(rootOf(deps), 'content', hash.slice(0, 2), hash)

/** Where content waits that no row names, until it is certain that no row will. */
export const trashPath = (deps: Place, hash: string): string => join(rootOf(deps), 'trash', hash)

const isGone = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

/** Ignores that there is no such file. */
export const unlessGone = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })

export const sizeOf = async (path: string): Promise<number | null> =>
  (await unlessGone(stat(path)))?.size ?? null

export const namesIn = async (folder: string): Promise<string[]> => (await unlessGone(readdir(folder))) ?? []

export const foldersOfContent = (deps: Place): Promise<string[]> => namesIn(join(rootOf(deps), 'content'))

/** The age of a file counts by our own clock. */
export const stamp = (path: string, at: number): Promise<void> => utimes(path, at / second, at / second)

export const stampOf = async (path: string): Promise<number | null> =>
  (await unlessGone(stat(path)))?.mtimeMs ?? null

export async function ensureFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Makes a rename last through a power failure. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Gives a finished temporary file its final name. The same content may be there already. */
export async function placeContent(deps: Place, from: string, hash: string): Promise<void> {
  const to = contentPath(deps, hash)
  await ensureFolder(dirname(to))
  await rename(from, to)
  await flushFolder(dirname(to))
}

/**
 * Takes content off the disk unless a row has it. A row may be added meanwhile: so it moves aside first, and
 * moves back if there is one now. Adding a row therefore ends with a look whether its content is still there.
 */
export async function discardContent(
  deps: Place,
  hash: string,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  const [path, aside] = [contentPath(deps, hash), trashPath(deps, hash)]
  await ensureFolder(dirname(aside))
  await unlessGone(rename(path, aside))
  if (await isUsed()) await bringBack(deps, hash)
  else await rm(aside, { force: true })
}

/** Returns whether the content is in its place now. */
export async function bringBack(deps: Place, hash: string): Promise<boolean> {
  const [path, aside] = [contentPath(deps, hash), trashPath(deps, hash)]
  if ((await sizeOf(path)) === null) {
    await ensureFolder(dirname(path))
    await unlessGone(rename(aside, path))
  } else await rm(aside, { force: true })
  return (await sizeOf(path)) !== null
}

/** A full disk is our problem, not the caller's mistake. */
export async function sayingIfFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    const message = "The server's disk is full, so the file wasn't saved. Tell the person who runs it."
    throw new Refusal('busy', message, undefined, { cause: error })
  }
}
