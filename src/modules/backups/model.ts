import { z } from 'zod'

export const BackupList = z.object({
  supported: z.boolean().describe('False for a database server, which is backed up by its own tools'),
  backups: z
    .array(z.object({ name: z.string(), bytes: z.int(), at: z.iso.datetime() }))
    .describe('The dated ones, newest first'),
})
export type BackupList = z.infer<typeof BackupList>
