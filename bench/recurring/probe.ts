/** Requests the vitals over and over, each time as another client, and records how long every answer took. */
export function startProbe(url: string) {
  const times: number[] = []
  const state = { going: true }
  let asked = 0
  const ask = async () => {
    while (state.going) {
      const from = `2001:${(asked >> 16).toString(16)}:${(asked++ & 0xffff).toString(16)}::1`
      const started = performance.now()
      const answer = await fetch(`${url}/api/vitals`, { headers: { 'x-forwarded-for': from } })
      await answer.arrayBuffer()
      times.push(performance.now() - started)
      await Bun.sleep(2)
    }
  }
  const running = Promise.all([ask(), ask()])
  return {
    async stop() {
      state.going = false
      await running
      return summaryOf(times)
    },
  }
}

export type Summary = ReturnType<typeof summaryOf>

function summaryOf(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0 }
}
