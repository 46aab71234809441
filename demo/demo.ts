// Shows the service at work on real data: starts it, connects public files and a database, checks them, and tells what is wrong.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../client/src/index.ts'
import { seconds } from '../cli/output/numbers.ts'
import { embeddedUrl } from '../src/embedded/address.ts'
import { ensureConsole } from '../scripts/console/build.ts'
import { databaseChecks, fileChecks } from './checks.ts'
import { databaseDatastore, ensureChecks, filesDatastore } from './datastores.ts'
import { ensureFlow } from './flow.ts'
import { picked, takeProposals } from './proposals.ts'
import { printReport } from './report.ts'
import { runToEnd } from './runs.ts'
import { startService, type RunningService } from './service.ts'
import { demoName, prepareSourceDatabase } from './source-database.ts'

const start = performance.now()
// Beside the start of the database, which takes longer.
const building = ensureConsole()
const home = resolve(process.env['ASSAY_HOME'] || '.assay')

try {
  const dataFolder = publicData()
  await demonstrate(await startService(home, [dataFolder]), dataFolder)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The folder of real, public data that an npm package carries. */
function publicData(): string {
  try {
    return realpathSync(join(dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '../data'))
  } catch (error) {
    throw new Error(
      'The package vega-datasets, whose data the demo reads, is not installed. Run "npm ci" with development packages.',
      { cause: error },
    )
  }
}

async function demonstrate(service: RunningService, dataFolder: string): Promise<void> {
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= service.stop())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // A second one is passed on, too: it asks not to wait for work in hand.
    process.on(signal, () => void (stopping = service.stop()))
  // Whoever read along has left, as in `npm run demo | head`.
  process.stdout.on('error', () => void stop())
  console.log(`Assay is ready at ${service.url} (${seconds(performance.now() - start)})`)
  const unbuilt = await building
  if (unbuilt !== null) console.error(unbuilt)
  try {
    await scanEverything(service.url, dataFolder)
  } catch (error) {
    // Stopped in the middle, what was under way fails, as it must.
    if (stopping === null) {
      await stop()
      throw error
    }
  }
  if (process.argv.includes('--once')) await stop()
  else if (stopping === null) console.log('\nThe service goes on until Ctrl-C.')
  const code = await service.ended
  // It says itself why it ended when nobody asked it to.
  process.exit(stopping !== null ? 0 : (code ?? 1))
}

async function scanEverything(url: string, dataFolder: string): Promise<void> {
  const tokenFile = join(home, 'admin-token')
  const client = createClient({ url, token: readFileSync(tokenFile, 'utf8').trim() })
  const databaseUrl = process.env['DATABASE_URL'] || embeddedUrl(home)
  if (!databaseUrl) throw new Error(`No database serves ${home}, although the service runs.`)

  await ensureFlow(client)
  const scans: number[] = []
  const files = await filesDatastore(client, dataFolder)
  console.log(`\n${files.name}, ${fromHere(dataFolder)}`)
  await runToEnd(client, files, 'sync')
  await takeProposals(client, files, picked.files)
  await ensureChecks(client, files, fileChecks)
  scans.push(await runToEnd(client, files, 'scan'))

  const source = await prepareSourceDatabase(databaseUrl, dataFolder)
  const database = await databaseDatastore(client, source)
  console.log(`\n${database.name}, postgresql://${source.host}:${source.port}/${demoName}`)
  await runToEnd(client, database, 'sync')
  await takeProposals(client, database, picked.database)
  await ensureChecks(client, database, databaseChecks)
  scans.push(await runToEnd(client, database, 'scan'))

  console.log('')
  await printReport(client, scans)
  console.log(`Done in ${seconds(performance.now() - start)}.\n`)
  const { code } = await client.createSignInCode({ body: { token: readFileSync(tokenFile, 'utf8').trim() } })
  console.log(
    `See it in the console (the link signs you in once, within ten minutes):\n  ${url}/console/sign-in#${code}\n`,
  )
  console.log(`Look further in ${url}/api/docs, or with`)
  console.log(
    `  curl -H "Authorization: Bearer $(cat ${fromHere(tokenFile)})" '${url}/api/anomalies?sort_weight=desc'`,
  )
  console.log(`A flow tells of each container with anomalies in the inbox: ${url}/console/inbox`)
}

/** A path as one would type it in the working folder. */
function fromHere(path: string): string {
  const short = relative('.', path)
  return short.startsWith('..') ? path : short
}
