import { startSqld } from '../support/sqld'
import { long } from './attack'
import { attacks } from './attacks'

/** `bun run attack [part of a name]`: the suite's attacks at length, on a local file and on a libSQL server. */
const wanted = process.argv[2] ?? ''
const onServer = process.env.TEST_DATABASE_SERVERS !== undefined
let held = 0
let broken = 0

for (const attack of attacks.filter(({ name }) => name.includes(wanted))) {
  const started = performance.now()
  const wrong = await attack.run(long)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${wrong.length === 0 ? 'held  ' : 'BROKEN'} ${attack.name} (${seconds} s)`)
  for (const line of wrong.slice(0, 20)) console.log(`       ${line}`)
  if (wrong.length === 0) held++
  else broken++
}
console.log(`${onServer ? 'libSQL server' : 'local file'}: ${held} attacks held, ${broken} did not`)
process.exitCode = broken === 0 ? 0 : 1

if (!onServer) {
  const sqld = await startSqld()
  const servers = JSON.stringify([{ url: sqld.url, adminUrl: sqld.adminUrl }])
  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, TEST_DATABASE_SERVERS: servers },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if ((await again.exited) !== 0) process.exitCode = 1
  await sqld.stop()
}
process.exit()
