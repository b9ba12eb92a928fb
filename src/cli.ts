#!/usr/bin/env bun
import { runProgram } from './cli/program'

await runProgram(process.env, process.argv)
