// The one gate: every step is run, and every failing one is named at the end. The tests come last and alone.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The longest first, because the others are done beside it. */
const steps = [
  'types',
  'dead-code',
  'layers',
  'generated:check',
  'lint',
  'console:check',
  'format:check',
  'docs:check',
]
/** More would wait for one another: most of them use several processors themselves. */
const atOnce = 2

const failed: string[] = []
const waiting = [...steps]
await Promise.all(Array.from({ length: atOnce }, runWaiting))
if (!process.argv.includes('--no-tests')) {
  console.log('\n— test')
  if (spawnSync('npm', ['run', '--silent', 'test'], { stdio: 'inherit' }).status !== 0) failed.push('test')
}
// Engines that are not on every machine are installed first, so they are for the full gate alone.
if (process.env['ASSAY_FULL'] === '1' && !process.argv.includes('--no-tests')) {
  console.log('\n— engines')
  if (spawnSync('npm', ['run', '--silent', 'engines'], { stdio: 'inherit' }).status !== 0)
    failed.push('engines')
}
console.log(failed.length === 0 ? '\nThe gate is green.' : `\nThe gate is red: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)

/** Runs one waiting step after the other, and prints the output of each in one piece when it has ended. */
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const run = spawn('npm', ['run', '--silent', step], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve, reject) =>
      run.once('error', reject).once('close', resolve),
    )
    const [out, errors, status] = await Promise.all([text(run.stdout), text(run.stderr), ended])
    console.log(`\n— ${step}\n${out}${errors}`.trimEnd())
    if (status !== 0) failed.push(step)
  }
}
