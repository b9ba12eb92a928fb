import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { BackupList } from './model'
import { listBackups } from './service'

export const backupRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/admin/backups', async () => ok(await listBackups(deps)), {
    ...adminEndpoint({ summary: 'List the backups on this box', answer: BackupList }),
  })
