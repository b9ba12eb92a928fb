/** The last words of `bun run verify`: the longer suites that it leaves out. */
import { scripts } from '../package.json' with { type: 'json' }

const longer = Object.keys(scripts).filter((name) => /^(test:|chaos:|fuzz$|attack$)/.test(name))
console.log(
  `\nverify has passed. It leaves out the longer suites: ${longer.map((name) => `bun run ${name}`).join(', ')}.`,
)
