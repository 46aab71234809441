// Runs the tests: all of them, or those whose path holds one of the words given: `npm test -- rules durability`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has one of these words in its path: ${words.join(', ')}.`)
  process.exit(1)
}
const run = spawnSync(process.execPath, ['--test', '--test-concurrency=2', ...flags, ...files], {
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
