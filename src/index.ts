import { serve } from './serve'

// The database, its backups and crash logs contain customers' data.
process.umask(0o077)
await serve(process.env)
