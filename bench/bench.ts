// Measures what the project promises and prints one JSON document; see README.md beside it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAnswers } from './answers.ts'
import { measureClaims } from './claims.ts'
import { measureContainers } from './containers.ts'
import { measureDeequ } from './deequ.ts'
import { measureEnrichment } from './enrichment.ts'
import { measureFlights } from './flights.ts'
import { measureFlows } from './flows.ts'
import { measureGrowth } from './growth.ts'
import { circumstances, timed } from './measure.ts'
import { measureInference } from './inference.ts'
import { measureManyProfiles } from './many-profiles.ts'
import { measureMemory } from './memory.ts'
import { measureObjects } from './objects.ts'
import { measureProofs } from './proofs.ts'
import { measureProfile } from './profile.ts'
import { measurePromote } from './promote.ts'
import { measureSourceCost } from './source-cost.ts'
import { measureScaling } from './scaling/scaling.ts'
import { measureWorkers } from './scaling/workers.ts'
import { measureConsoleLists } from './size/console-lists.ts'
import { measureSize } from './size/size.ts'
import { measureSchedules } from './schedules.ts'
import { measureStart } from './start.ts'
import { countStatements } from './statements.ts'
import { tableOf } from './table.ts'
import { measureTexts } from './texts.ts'
import { measureTrigger } from './trigger.ts'
import { measureUnchanged } from './unchanged.ts'
import { measureWide } from './wide.ts'

/** By name; each gets the folder of this run, which goes at its end. */
const measures: Record<string, (folder: string) => Promise<object>> = {
  flights: measureFlights,
  postgresql_statements: countStatements,
  postgresql_cost: measureSourceCost,
  start: measureStart,
  trigger: measureTrigger,
  schedules: measureSchedules,
  wide: measureWide,
  deequ: measureDeequ,
  texts: measureTexts,
  proofs: measureProofs,
  unchanged: measureUnchanged,
  claims: measureClaims,
  containers: measureContainers,
  many_profiles: measureManyProfiles,
  answers: measureAnswers,
  growth: measureGrowth,
  memory: measureMemory,
  profile: measureProfile,
  inference: measureInference,
  promote: measurePromote,
  enrichment: measureEnrichment,
  flows: measureFlows,
  scaling: measureScaling,
  workers: measureWorkers,
  objects: measureObjects,
  console: measureConsoleLists,
  size: measureSize,
}

/** Measured only when asked for by name: they fill a database or a store for minutes. */
const longest = new Set(['console', 'objects', 'size'])

const known = Object.keys(measures)
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known.filter((name) => !longest.has(name))
const strange = wanted.filter((name) => !known.includes(name))
if (strange.length > 0) {
  console.error(`There is no measure ${strange.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const figures: Record<string, object> = {}
try {
  for (const name of wanted) {
    const [milliseconds, figure] = await timed(async () => figureOf(name))
    process.stderr.write(`${name}: ${Math.round(milliseconds / 1000)} s\n`)
    if (figure) figures[name] = figure
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(JSON.stringify({ ...circumstances(), figures }, null, 2))
process.stderr.write(`\n${tableOf(figures)}`)

/** Null, and a status that says so, where it could not be measured: what others took minutes for is printed all the same. */
async function figureOf(name: string): Promise<object | null> {
  try {
    return (await measures[name]?.(folder)) ?? null
  } catch (error) {
    console.error(`${name} could not be measured:`, error)
    process.exitCode = 1
    return null
  }
}
