// Runs the tests: all of them, or those whose path holds one of the words given: `npm test -- rules durability`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { startTestServer } from '../test/harness/database.ts'

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has one of these words in its path: ${words.join(', ')}.`)
  process.exit(1)
}

// One PostgreSQL for all test files; each makes databases of its own in it.
const given = process.env['ASSAY_TEST_DATABASE_URL']
const server = given ? null : await startTestServer()
const run = spawn(process.execPath, ['--test', '--test-concurrency=2', ...flags, ...files], {
  stdio: 'inherit',
  env: { ...process.env, ASSAY_TEST_DATABASE_URL: given ?? server?.url },
})
// Ctrl-C reaches the tests too; they end, and then the server is stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void run.kill(signal))
const [status] = await once(run, 'close')
await server?.stop()
process.exit(typeof status === 'number' ? status : 1)
