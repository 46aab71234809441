import { enableCompileCache, flushCompileCache } from 'node:module'
import { compiledFolder } from './kernel/compiled-code.ts'

// Imports of a module come before its first statement, so that what is to be kept is imported by statements.
enableCompileCache(compiledFolder)
const { operations } = await import('./operations/registry.ts')
const { runService } = await import('./service.ts')
await runService(operations)
// Node writes at the end of the process, which a kill leaves out.
flushCompileCache()
