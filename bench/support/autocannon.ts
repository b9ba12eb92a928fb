import type { Cleanup } from './cleanup'
import type { LoadResult, LoadTool } from './load'
import { plainEnvironment, runCommand } from './processes'

interface AutocannonReport {
  requests: { average: number }
  latency: { p50: number; p99: number }
  duration: number
  '2xx': number
  non2xx: number
  /** Timeouts included. */
  errors: number
}

/** The script gets url, connections, seconds and first client, and prints autocannon's result as JSON. */
export function createAutocannon(node: string, script: string, version: string, cleanup: Cleanup): LoadTool {
  return {
    name: `autocannon ${version}`,
    async run({ url, connections, seconds, firstClient }) {
      const command = [node, script, url, String(connections), String(seconds), String(firstClient)]
      const withinMs = (seconds + 20) * 1_000
      return parseAutocannon(
        await runCommand({ command, cwd: '.', env: plainEnvironment(), withinMs }, cleanup),
      )
    },
  }
}

export function parseAutocannon(printed: string): LoadResult {
  const report = JSON.parse(printed) as AutocannonReport
  return {
    requests: report['2xx'] + report.non2xx,
    seconds: report.duration,
    perSecond: report.requests.average,
    p50Ms: report.latency.p50,
    p99Ms: report.latency.p99,
    refused: report.non2xx,
    broken: report.errors,
  }
}
