import { operations } from './operations/registry.ts'
import { runService } from './service.ts'

await runService(operations)
