#!/usr/bin/env bun
import { bundledEntry } from './bundle'

// Files written here, such as backups, contain customers' data.
process.umask(0o077)
const bundled = bundledEntry('cli/program')
const { runProgram } = bundled
  ? ((await import(bundled)) as typeof import('./cli/program'))
  : await import('./cli/program')
await runProgram(process.env, process.argv)
