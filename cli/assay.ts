// The command `assay`: what the arguments ask for, and 0, 1 or 2 as the exit code. `bin/assay.js` starts it.
import { runCommand } from './program.ts'

process.exitCode = await runCommand(process.argv)
