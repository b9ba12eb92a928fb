import { compareSmallWorlds } from './small-worlds'

const cases = Number(process.argv[2] ?? 500)
const seed = Number(process.argv[3] ?? 7)
const { within, exact, worst } = compareSmallWorlds(cases, seed)
const share = (count: number) => `${((100 * count) / cases).toFixed(1)}%`
console.log(
  `${cases} small worlds: ${share(exact)} optimal, ${share(within)} within 5% of optimal (at least 95% wanted)`,
)
console.log(
  `The worst plan that left out no more jobs cost ${(100 * worst).toFixed(1)}% more than the optimal one`,
)
if (within < cases * 0.95) process.exitCode = 1
