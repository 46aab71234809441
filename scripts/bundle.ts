// Bundles the service and the command for the package, when their sources changed: `npm run bundle`. A checkout runs its sources.
import { ensureBundle } from './bundle/build.ts'

await ensureBundle('packed')
