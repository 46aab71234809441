import manifest from '../package.json' with { type: 'json' }
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { authenticate } from './access/authenticate.ts'
import type { Environment, Log } from './access/context.ts'
import { createIdentityProvider } from './access/oidc/provider.ts'
import { createIntegrations } from './channels/create-integrations.ts'
import { loadConfig, machineOf, tellSettings, type Config } from './config.ts'
import { takePort, type ListeningPort } from './http/listening-port.ts'
import { listen } from './http/listen.ts'
import { messageOf } from './kernel/errors.ts'
import { createSecretBox, type SecretBox } from './kernel/secret-box.ts'
import type { Tracing } from './kernel/tracing.ts'
import type { RunEnvironment } from './runs/operation.ts'
import { startEnrichmentKeeper } from './runtime/enrichment-keeper.ts'
import { startFlowKeeper } from './runtime/flow-keeper.ts'
import { createLifecycle, type Lifecycle } from './runtime/lifecycle.ts'
import { startScheduler } from './runtime/scheduler.ts'
import { startScoreKeeper } from './runtime/score-keeper.ts'
import { startWorker } from './runtime/worker.ts'
import { closeResting } from './services/datastores/kept-session.ts'
import { makeSignInCode } from './services/sessions/code.ts'
import { ensureAdmin } from './services/users/ensure-admin.ts'
import { stateClock } from './store/clock.ts'
import { fillHome, hastySettings, removeHome } from './embedded/prepared.ts'
import { startEmbedded } from './embedded/server.ts'
import { prepareHome, requireEmpty, type Home } from './store/home.ts'
import { requireSameKey, sealAuditOnce } from './store/installation.ts'
import { openInbox } from './store/inbox.ts'
import { migrate } from './store/migrate.ts'
import { openStore, type Store } from './store/pool.ts'
import { readPrivateFile, writePrivateFile } from './store/private-file.ts'
import { requireReachable } from './store/require-reachable.ts'

/** The parts of the service, in the order of starting; each runs only where ASSAY_ROLE has its name. */
const parts = [
  {
    name: 'worker',
    async start(environment: RunEnvironment, config: Config) {
      return startWorker(environment, {
        concurrency: config.workerConcurrency,
        lease_seconds: config.leaseSeconds,
      })
    },
  },
  {
    name: 'worker',
    async start(environment: RunEnvironment) {
      return startScoreKeeper(environment)
    },
  },
  {
    name: 'worker',
    async start(environment: RunEnvironment) {
      return startEnrichmentKeeper(environment)
    },
  },
  {
    name: 'worker',
    async start(environment: RunEnvironment, config: Config) {
      return startFlowKeeper(environment, {
        lease_seconds: config.leaseSeconds,
        messages_per_minute: config.messagesPerMinute,
      })
    },
  },
  {
    name: 'scheduler',
    async start(environment: RunEnvironment) {
      return startScheduler(environment)
    },
  },
  // Last, so that whoever can connect finds a service that is ready.
  {
    name: 'api',
    async start(environment: RunEnvironment, _config: Config, port: ListeningPort | null) {
      if (port === null) throw new Error('The API has no port to answer on.')
      return listen(environment, port, { authenticate: (token) => authenticate(environment, token) })
    },
  },
] as const

/** Runs this process as the service, with these operations, until a signal or an error ends it; reads the settings itself. */
export async function runService(operations: RunEnvironment['operations']): Promise<void> {
  // The reader of the output may have gone; the service goes on, and does not report that to them.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const lifecycle = createLifecycle()
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`)
    void lifecycle.end('An unexpected error, shown above, stops the service.')
  })
  try {
    await start(lifecycle, operations)
  } catch (error) {
    await lifecycle.end(messageOf(error))
  }
}

async function start(lifecycle: Lifecycle, operations: RunEnvironment['operations']): Promise<void> {
  const config = loadConfig()
  if (config.ephemeral === 'yes') requireEmpty(config.home)
  const log = pino({ level: config.logLevel, base: null }, pino.destination(2))
  const home = await lifecycle.start(
    async () => prepareHome(config.home, config.secretKey),
    async ({ folder, release }) => {
      release()
      if (config.ephemeral === 'yes') removeHome(folder)
    },
  )
  if (config.ephemeral === 'yes') process.stdin.on('close', () => void lifecycle.end(null)).resume()
  const port = await listenEarly(lifecycle, config)
  const environment = { ...(await openEnvironment(lifecycle, config, home, log)), operations }
  const token = config.parts.includes('api') ? await provideToken(environment, home) : null
  let url = ''
  for (const part of parts) {
    if (!config.parts.includes(part.name)) continue
    const started = await lifecycle.start(
      () => part.start(environment, config, port),
      (running) => running.stop(),
    )
    if ('url' in started && typeof started.url === 'string') url = started.url
  }
  // Nothing that can fail comes after the line that says that it is ready.
  const signIn =
    token !== null && config.ephemeral !== 'yes'
      ? await signInLine(environment, environment.integrations.public_url ?? url, token)
      : ''
  const place = url === '' ? `(${config.parts.join(', ')})` : `at ${url}`
  process.stdout.write(`Assay is ready ${place}\n${signIn}`)
}

/** The port, where this process serves the API; taken before the database starts, so that whoever comes early is told to wait. */
async function listenEarly(
  lifecycle: Lifecycle,
  { parts, host, port }: Config,
): Promise<ListeningPort | null> {
  if (!parts.includes('api')) return null
  return lifecycle.start(
    () => takePort(host, port),
    (taken) => taken.stop(),
  )
}

/** The state and all that goes with it, checked: what follows can rely on it. */
async function openEnvironment(
  lifecycle: Lifecycle,
  config: Config,
  home: Home,
  log: Log,
): Promise<Environment> {
  const outside = createIntegrations(config)
  const provider = createIdentityProvider(config, outside.http)
  const url = config.databaseUrl ?? (await startDatabase(lifecycle, home, log, config.ephemeral === 'yes'))
  if (config.databaseUrl !== null) await requireReachable(url)
  const store: Store = await lifecycle.start(
    async () => openStore(url, { silenceSeconds: config.stateSilenceSeconds }),
    (store) => store.close(),
  )
  await migrate(store.pool, { tell: (sentence) => log.info({}, sentence) })
  const secrets = createSecretBox(home.secretKey)
  await requireSameKey(store, secrets)
  await sealAuditOnce(store, secrets)
  const sources = sourcesOf(config, home)
  const inbox = openInbox(store.database)
  await lifecycle.start(
    async () => ({ sources }),
    (opened) => closeResting(opened),
  )
  const integrations = { ...outside, inbox }
  const settings = tellSettings(config)
  const tracing = await openTraces(lifecycle, config, secrets, log)
  return { store, clock: stateClock, secrets, sources, integrations, provider, settings, log, tracing }
}

/** What reading of sources goes by. */
const sourcesOf = (config: Config, home: Home): Environment['sources'] => ({
  allowed_paths: config.allowedPaths,
  allowed_sockets: config.allowedSockets,
  scratch_folder: home.scratchFolder,
  engine_memory_mb: config.engineMemoryMb,
  copy_step_mb: config.copyStepMb,
  join_scratch_mb: config.joinScratchMb,
  object_scratch_mb: config.objectScratchMb,
  machine: machineOf(config),
  scratch_table_seconds: config.scratchTableSeconds,
  statement_timeout_seconds: config.statementTimeoutSeconds,
  check_timeout_seconds: config.checkTimeoutSeconds,
  rows_per_partition: config.rowsPerPartition,
  settled_seconds: config.settledSeconds,
  keeps_unchanged: config.unchangedPartitions === 'keep',
  proves_checks: config.proofs === 'believe',
  upload_mb: config.uploadMb,
  keeps_csv_formulas: config.csvFormulas === 'keep',
})

/** Null where no collector is set; its libraries are loaded only where one is. */
async function openTraces(
  lifecycle: Lifecycle,
  { tracesEndpoint: endpoint }: Config,
  secrets: SecretBox,
  log: Log,
): Promise<Tracing | null> {
  if (endpoint === null) return null
  const { openTracing } = await import('./tracing/otlp.ts')
  return lifecycle.start(
    async () =>
      openTracing({
        endpoint,
        key: secrets.derive('trace-ids'),
        version: manifest.version,
        onLost: (sentence) => log.warn({}, sentence),
      }),
    (tracing) => tracing.stop(),
  )
}

async function startDatabase(
  lifecycle: Lifecycle,
  { folder }: Home,
  log: Log,
  isEphemeral: boolean,
): Promise<string> {
  const events = {
    warned: (sentence: string) => log.warn({}, sentence),
    lost: (sentence: string) => void lifecycle.end(sentence),
  }
  const { nearUrl } = await lifecycle.start(
    async () => {
      if (isEphemeral) await fillHome(folder)
      return startEmbedded(folder, events, isEphemeral ? hastySettings : {})
    },
    (database) => database.stop(),
  )
  return nearUrl
}

/** Writes the file of the first token, unless the one in it still works; returns the token when it is a new one, else null. */
async function provideToken(environment: Environment, home: Home): Promise<string | null> {
  const file = join(home.folder, 'admin-token')
  const current = readPrivateFile(file)?.trim() ?? null
  const made = await ensureAdmin(environment, current, `${hostname()}:${home.folder}`)
  if (made !== null) writePrivateFile(file, `${made}\n`)
  process.stdout.write(`The API token of admin is in ${file}\n`)
  return made
}

/** A line with a link that signs in, once, for whoever starts the service where it has just made the token. */
async function signInLine(environment: Environment, url: string, token: string): Promise<string> {
  const { path } = await makeSignInCode(environment, token)
  return `Sign in to the console as admin, once and within ten minutes: ${url}${path}\n`
}
