#!/usr/bin/env bun
import { runProgram } from './cli/program'

// Files written here, such as backups, contain customers' data.
process.umask(0o077)
await runProgram(process.env, process.argv)
