// The one gate: every step is run, and every failing one is named at the end.
import { spawnSync } from 'node:child_process'

const steps = [
  'format:check',
  'lint',
  'types',
  'layers',
  'dead-code',
  'generated:check',
  'console:check',
  'docs:check',
]
if (!process.argv.includes('--no-tests')) steps.push('test')

const failed = steps.filter((step) => {
  console.log(`\n— ${step}`)
  return spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' }).status !== 0
})
console.log(failed.length === 0 ? '\nThe gate is green.' : `\nThe gate is red: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
