// Builds the console when its sources changed since the last build: `node scripts/console.ts`, with --beside in a process of its own. It
// fails when it could not, so that no package is made without a console or with an older one.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureConsole, isConsoleBuilt } from './console/build.ts'

if (isConsoleBuilt()) process.exit(0)
if (process.argv.includes('--beside')) {
  // The service starts meanwhile; until the build is in place, the console says that it is being made.
  spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).unref()
} else {
  const problem = await ensureConsole()
  if (problem !== null) {
    console.error(problem)
    process.exitCode = 1
  }
}
