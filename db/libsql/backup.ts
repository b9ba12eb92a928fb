import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseAddress } from '../client'
import { backupInWorker } from '../local/backup'
import { StoreError } from '../store'
import { connect } from './connection'
import { isTooLarge, isTransient } from './failures'
import type { Limits } from './limits'
import { pause, pauseBefore } from './retry'
import { downloadSnapshot } from './snapshot'

const rowsPerPage = 512
const tries = 3

/** Brings the server's data into a local file, which is then checked and named like any other backup. */
export async function backupServer(address: DatabaseAddress, to: string, limits: Limits): Promise<number> {
  if (existsSync(to)) throw new StoreError(`${to} exists already; choose another name`)
  const downloaded = `${to}.${Bun.randomUUIDv7()}.download`
  try {
    mkdirSync(dirname(to), { recursive: true })
    await downloadInPages(address, downloaded, limits)
    return await backupInWorker(downloaded, to)
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError('The backup failed', { cause: error })
  } finally {
    discard(downloaded)
  }
}

/** A page too large for the server's answers, or a lost connection, ends the snapshot: then anew. */
async function downloadInPages(address: DatabaseAddress, path: string, limits: Limits): Promise<void> {
  const client = connect(address, { limitMs: () => limits.bulkCallMs, exactIntegers: true })
  let pageRows = rowsPerPage
  try {
    for (let attempt = 1; ;) {
      try {
        return await downloadSnapshot(client, path, pageRows)
      } catch (error) {
        discard(path)
        if (isTooLarge(error) && pageRows > 1) pageRows = pageRows / 8
        else if (isTransient(error) && attempt < tries) await pause(pauseBefore(attempt++))
        else throw error
      }
    }
  } finally {
    client.close()
  }
}

function discard(path: string): void {
  for (const file of [path, `${path}-journal`]) if (existsSync(file)) rmSync(file)
}
