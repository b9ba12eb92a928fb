import { wholeMessageOf } from '../api-error'
import type { Known, Readable } from './api'
import { toast } from '../components/toast'

/** Fetches a file that needs the token and saves it through the browser. */
export async function download<Query, Given extends Query>(
  from: Readable<Query>,
  name: string,
  query?: Known<Given, Query>,
): Promise<void> {
  try {
    saveFile(await from.file(query), name)
  } catch (error) {
    toast(wholeMessageOf(error), 'bad')
  }
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
