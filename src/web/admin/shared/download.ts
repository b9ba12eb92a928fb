import type { Query } from '../../client/api'
import { wholeMessageOf } from '../../api-error'
import { toast } from '../../components'
import { api } from '../session'

/** Fetches a file with the token and hands it to the browser. */
export async function download(path: string, name: string, query?: Query): Promise<void> {
  try {
    saveFile(await api.file(path, query), name)
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
