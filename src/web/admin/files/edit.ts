import type { JobFile } from '../../../modules/files'
import { messageOf } from '../../client/api'
import { toast } from '../../components'
import { api } from '../session'
import { filesChanged, setRemoved } from './changes'

type Change = { kind?: JobFile['kind']; shownToCustomer?: boolean; deleted?: boolean }

/** Returns whether it worked. */
export async function changeFile(id: string, body: Change): Promise<boolean> {
  try {
    await api.admin.files(id).patch(body)
    filesChanged()
    return true
  } catch (error) {
    toast(messageOf(error), 'bad')
    return false
  }
}

/** A message over a drawer can't be clicked, so the list itself offers to undo it. */
export async function removeFile(file: JobFile): Promise<void> {
  if (await changeFile(file.id, { deleted: true })) setRemoved(file)
}

export async function restoreFile({ id }: JobFile): Promise<void> {
  if (await changeFile(id, { deleted: false })) setRemoved(null)
}
