/** A load generator's result, in our format. */
export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers outside 2xx, as far as the tool distinguishes them. */
  refused: number
  /** Connections that failed, broke or timed out. */
  broken: number
}

export interface LoadRequest {
  url: string
  connections: number
  seconds: number
  /** Scripts number clients from here, so a warm-up and a measurement share none. */
  firstClient: number
}

export interface LoadTool {
  name: string
  run(request: LoadRequest): Promise<LoadResult>
}

export function assertCleanLoad(result: LoadResult): void {
  if (result.requests === 0) throw new Error('no request was answered')
  if (result.refused > 0) throw new Error(`${result.refused} answers were not 2xx`)
  if (result.broken > 0) throw new Error(`${result.broken} connections failed or timed out`)
}
