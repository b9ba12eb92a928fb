// Loaded before the service with --preload, to see the guard fail: every statement takes this much longer.
import { Database } from 'bun:sqlite'

const micros = Number(process.env.COST_PLANT_MICROS)

function spin(): void {
  const until = performance.now() + micros / 1_000
  while (performance.now() < until);
}

const prepare = Database.prototype.prepare
Database.prototype.prepare = function slowed(this: Database, ...given: Parameters<typeof prepare>) {
  const statement = Reflect.apply(prepare, this, given) as Record<
    'run' | 'get' | 'all' | 'values',
    (...bound: unknown[]) => unknown
  >
  for (const name of ['run', 'get', 'all', 'values'] as const) {
    const genuine = statement[name]
    statement[name] = (...bound) => {
      spin()
      return Reflect.apply(genuine, statement, bound)
    }
  }
  return statement
} as unknown as typeof prepare
