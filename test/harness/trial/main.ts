import { runService } from '../../../src/service.ts'
import { withTrial } from './operations.ts'

// The service as `src/main.ts` runs it, with one operation more.
await runService(withTrial)
