import type { Check } from '../check'

const inMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

export const memory: Check = () => {
  const { heapUsed, rss } = process.memoryUsage()
  return { status: 'up', heapUsedMB: inMegabytes(heapUsed), rssMB: inMegabytes(rss) }
}
