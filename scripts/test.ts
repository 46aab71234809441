// Runs the tests: all of them, or those whose path holds one of the words given: `npm test -- rules durability`.
// `--measure` keeps how long each file took, by which the next run is planned. Other flags are Node's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledFolder } from '../src/kernel/compiled-code.ts'
import { azuriteAbsence } from '../test/harness/azurite.ts'
import { versitygwAbsence } from '../test/harness/versitygw.ts'
import { clickhouseAbsence } from '../test/harness/clickhouse-source.ts'
import { sparkAbsence } from '../test/harness/spark-absence.ts'
import { trinoAbsence } from '../test/harness/trino-source.ts'
import { mariadbAbsence } from '../test/harness/mariadb-absence.ts'
import { mysqlAbsence } from '../test/harness/mysql-source.ts'
import { redshiftDoubleAbsence } from '../test/harness/redshift-double.ts'
import { sqlglotAbsence } from '../test/harness/sqlglot.ts'
import { shareServers } from '../test/harness/shared-servers.ts'
import { ensureBundle } from './bundle/build.ts'
import { ensureConsole } from './console/build.ts'
import { keepCosts, knownCosts } from './test/costs.ts'
import { makeTemporaryFolder } from './test/memory-folder.ts'
import { planBatches } from './test/plan.ts'
import type { Plan } from './test/reporter.ts'

const given = process.argv.slice(2)
const words = given.filter((argument) => !argument.startsWith('-'))
const flags = given.filter((argument) => argument.startsWith('-') && argument !== '--measure')
/**
 * Tests are asked for by their names. Then each file has a process: Node decides about a group of tests that begins after the first one
 * of its process before it knows what is in it, and leaves it out.
 */
const isNamed = flags.some((flag) => /^--test-(?:name|skip)-pattern/.test(flag))
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'])
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has one of these words in its path: ${words.join(', ')}.`)
  process.exit(1)
}
if (mariadbAbsence) console.log(`The tests of MariaDB are skipped: ${mariadbAbsence}.`)
if (mysqlAbsence) console.log(`The tests of MySQL itself are skipped: ${mysqlAbsence}.`)
if (clickhouseAbsence) console.log(`The tests of ClickHouse are skipped: ${clickhouseAbsence}.`)
if (sparkAbsence) console.log(`The tests of Spark and the SQL of Databricks are skipped: ${sparkAbsence}.`)
if (trinoAbsence) console.log(`The tests of Trino and the SQL of Amazon Athena are skipped: ${trinoAbsence}.`)
if (redshiftDoubleAbsence) console.log(`The SQL of Amazon Redshift is not run: ${redshiftDoubleAbsence}.`)
if (sqlglotAbsence)
  console.log(`The SQL of SQL Server, BigQuery, Snowflake and Oracle is not run: ${sqlglotAbsence}.`)
if (azuriteAbsence) console.log(`The tests of Azurite are skipped: ${azuriteAbsence}.`)
if (versitygwAbsence) console.log(`The tests of versitygw are skipped: ${versitygwAbsence}.`)

const processors = availableParallelism()
/** Two for each processor: tests wait for servers, leases and processes that end. With many, PostgreSQL would run out of connections. */
const atOnce = Math.max(processors + 1, Math.min(2 * processors, 9))

/**
 * Megabytes that a process of tests may fill before V8 first looks for what is not needed any more. Its heap grows with every file that it loads, and it was
 * gone through again each time, an eighth of the processor time of these processes.
 */
const memoryFlag = '--initial-old-space-size=512'

// Loading the code is most of a short test.
const compiled = process.env['NODE_COMPILE_CACHE'] ?? compiledFolder
enableCompileCache(compiled)
const kept = tmpdir()
const folder = makeTemporaryFolder()
process.env['ASSAY_TEST_KEPT'] ??= kept
process.env['TMPDIR'] = folder
const plan = writePrograms()
// Only the tests in a browser look at it.
const building = files.some((file) => file.startsWith('test/console/')) ? ensureConsole() : null
// The tests that start the service as a process start its bundle.
const bundling = ensureBundle('tested')
// One PostgreSQL and one MariaDB for all test files, started when the first asks; each makes databases of its own in them.
const servers = await shareServers({
  postgresql: async () => (await import('../test/harness/database.ts')).startTestServer(),
  mariadb: async () => (await import('../test/harness/mariadb-server.ts')).startMariadb(),
})
const unbuilt = await building
const bundle = await bundling
if (unbuilt !== null) console.error(unbuilt)
const run = spawn(
  process.execPath,
  [memoryFlag, '--test', ...ownFlags(), ...flags, ...Object.keys(plan.batches)],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ASSAY_TEST_SERVERS: servers.url,
      ASSAY_TEST_BUNDLE: bundle,
      ASSAY_TEST_PLAN: join(folder, 'plan.json'),
      NODE_COMPILE_CACHE: compiled,
    },
  },
)
// Ctrl-C reaches the tests too; they end, and then the servers are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void run.kill(signal))
const [status] = await once(run, 'close')
await servers.stop()
if (given.includes('--measure') && existsSync(plan.measured)) {
  keepCosts(JSON.parse(readFileSync(plan.measured, 'utf8')))
}
rmSync(folder, { recursive: true, force: true })
process.exit(typeof status === 'number' ? status : 1)

/** Writes a program for each batch; Node starts them in the order of their names. */
function writePrograms(): Plan {
  const first = JSON.stringify(new URL('test/follow-tests.ts', import.meta.url).href)
  const runner = JSON.stringify(new URL('test/run-files.ts', import.meta.url).href)
  const planned = isNamed ? files.map((file) => [file]) : planBatches(files, knownCosts(), atOnce)
  const batches = planned.map((batch, index) => {
    const program = join(folder, `${String(index).padStart(4, '0')}.mjs`)
    const call = `await runFiles(${JSON.stringify(batch)})`
    // Not a plain import: what is imported so has the test runner loaded before the first module begins.
    writeFileSync(program, `import ${first}\nconst { runFiles } = await import(${runner})\n${call}\n`)
    return [program, batch] as const
  })
  const made: Plan = { batches: Object.fromEntries(batches), measured: join(folder, 'measured.json') }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(made))
  return made
}

function ownFlags(): string[] {
  const reporter = new URL('test/reporter.ts', import.meta.url).href
  const isReported = flags.some((flag) => flag.startsWith('--test-reporter'))
  return [
    `--test-concurrency=${atOnce}`,
    ...(isReported ? [] : [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']),
  ]
}
