import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
let hasBegun = false

/** A folder for this process alone, until the current tests are over. */
export function temporaryFolder(purpose: string): string {
  if (!hasBegun) {
    hasBegun = true
    removeLeftovers()
    process.on('exit', removeTemporaryFolders)
  }
  const folder = mkdtempSync(join(tmpdir(), `truckroll-test-${process.pid}-${purpose}-`))
  folders.push(folder)
  return folder
}

/** The test runner ends without an exit event, so it calls this itself. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Of processes that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^truckroll-test-(\d+)-/.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process counts as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
