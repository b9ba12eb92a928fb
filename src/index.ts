import { serve } from './serve'

// The database, its backups and the log of a crash hold customers' data.
process.umask(0o077)
await serve(process.env)
