#!/usr/bin/env bun
import { runProgram } from './cli/program'

// What it writes, such as backups, holds customers' data.
process.umask(0o077)
await runProgram(process.env, process.argv)
