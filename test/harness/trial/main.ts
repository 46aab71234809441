import { enableCompileCache } from 'node:module'
import { compiledFolder } from '../../../src/kernel/compiled-code.ts'

// The service as `src/main.ts` runs it, with one operation more.
enableCompileCache(compiledFolder)
const { runService } = await import('../../../src/service.ts')
const { withTrial } = await import('./operations.ts')
await runService(withTrial)
