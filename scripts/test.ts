// Runs the tests: all of them, or those whose path holds one of the words given: `npm test -- rules durability`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { startTestServer } from '../test/harness/database.ts'
import { hasMariadb, startMariadb } from '../test/harness/mariadb-server.ts'
import { mariadbAbsence } from '../test/harness/mariadb-source.ts'

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has one of these words in its path: ${words.join(', ')}.`)
  process.exit(1)
}

// One PostgreSQL and one MariaDB for all test files; each makes databases of its own in them.
const givenPostgres = process.env['ASSAY_TEST_DATABASE_URL']
const givenMariadb = process.env['ASSAY_TEST_MARIADB_URL']
if (mariadbAbsence) console.log(`The tests of MariaDB are skipped: ${mariadbAbsence}.`)
const [postgres, mariadb] = await Promise.all([
  givenPostgres ? null : startTestServer(),
  givenMariadb || !hasMariadb() ? null : startMariadb(),
])
const run = spawn(process.execPath, ['--test', '--test-concurrency=2', ...flags, ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ASSAY_TEST_DATABASE_URL: givenPostgres ?? postgres?.url,
    ASSAY_TEST_MARIADB_URL: givenMariadb ?? mariadb?.url,
  },
})
// Ctrl-C reaches the tests too; they end, and then the servers are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void run.kill(signal))
const [status] = await once(run, 'close')
await Promise.all([postgres?.stop(), mariadb?.stop()])
process.exit(typeof status === 'number' ? status : 1)
