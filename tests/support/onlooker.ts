import { Database } from 'bun:sqlite'

/**
 * Another program on a database file, in its own process until its input ends. `read` keeps a read
 * transaction open, as Litestream does. `lock` asks for the write lock all the time, never waits for it, and
 * prints at the end how often someone else had it.
 */
const [path = '', task = ''] = process.argv.slice(2)
const connection = new Database(path, task === 'read' ? { readonly: true } : undefined)
let refused = 0

connection.run('PRAGMA busy_timeout = 0')
connection.run('BEGIN')
connection.query('SELECT count(*) FROM sqlite_schema').get()
if (task === 'lock') {
  connection.run('ROLLBACK')
  setInterval(tryLock, 1)
}
process.stdout.write('ready\n')
process.stdin.on('end', () => {
  process.stdout.write(`${refused}\n`, () => process.kill(process.pid, 'SIGKILL'))
})
process.stdin.resume()

function tryLock(): void {
  try {
    connection.run('BEGIN IMMEDIATE')
    connection.run('ROLLBACK')
  } catch {
    refused++
  }
}
// Collected as garbage, the connection would be closed.
process.on('exit', () => connection.close())
