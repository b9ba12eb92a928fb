import { bundledEntry } from './bundle'

// The database, its backups and crash logs contain customers' data.
process.umask(0o077)
const bundled = bundledEntry('serve')
const { serve } = bundled ? ((await import(bundled)) as typeof import('./serve')) : await import('./serve')
await serve(process.env)
