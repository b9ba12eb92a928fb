#!/usr/bin/env bun
import { createProgram } from './cli/program'

await createProgram(process.env).parseAsync(process.argv)
