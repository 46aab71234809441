import { mkdtempSync } from 'node:fs'
import { asking } from '../test/harness/scan-rounds.ts'
import { placeForHome, startService } from '../test/harness/service-process.ts'
import { measureFlights, placeFlights } from './flights.ts'
  const folder = mkdtempSync('/tmp/assay-mm-'); const { home, remove } = placeForHome('open')
  const path = placeFlights(folder)
  const s = startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_ENGINE_MEMORY_MB: '384' } as any)
  const r: any = await measureFlights(asking(await s.ready, home), s.child.pid!, path, 384)
  console.log(JSON.stringify(r))
  await s.end(); remove()
