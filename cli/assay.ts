// The command `assay`: what the arguments ask for, and 0, 1 or 2 as the exit code.
import { enableCompileCache } from 'node:module'
import { compiledFolder } from '../src/kernel/compiled-code.ts'

enableCompileCache(compiledFolder)
const { runCommand } = await import('./program.ts')
process.exitCode = await runCommand(process.argv)
