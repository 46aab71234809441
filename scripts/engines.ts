// Runs the conformance of sessions and the tests that go over all stores on engines that are not on every machine,
// and reads objects of servers that others wrote: `npm run engines` takes all of them, `npm run engines -- clickhouse` one. What an engine
// needs is installed into ASSAY_ENGINES (default: a folder for temporary files) by the client of its registry. One that cannot be installed
// is named, and the command fails.
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMysql } from './engines/mysql.ts'
import { startSpark } from './engines/spark.ts'
import { startTrino } from './engines/trino.ts'
import { run } from './engines/run.ts'

const root = join(import.meta.dirname, '..')
const home = process.env['ASSAY_ENGINES'] ?? join(tmpdir(), 'assay-engines')
const chdb = 'chdb-core==26.9.0'
const azurite = 'azurite@3.37.0'
const sqlglot = 'sqlglot==30.30.0'
/** What files usually take says nothing of these engines: 150 hostile expressions cost Spark ten minutes on a busy machine. */
const patience = { ASSAY_TEST_FILE_SECONDS: process.env['ASSAY_TEST_FILE_SECONDS'] ?? '3600' }
const versitygw = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

/** What shows that a dialect is right: the conformance of sessions, and every test that goes over all stores. A list would forget some. */
const dialect = [
  'connectors/conformance',
  ...globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    /\b(?:exampleEngines|triedStores)\b/.test(readFileSync(join(root, file), 'utf8')),
  ),
]

/** An engine that is ready: the settings by which the tests find it, and what ends it (default: nothing runs). */
interface Ready {
  settings: Record<string, string>
  end?: () => Promise<void>
}

interface Engine {
  /** The tests in whose paths one of these is are run, and of them those with the name of the engine or of what it stands for. */
  words: readonly string[]
  /** What is in the names of the tests that are run, where that is not its own name. */
  named?: string
  /** Installs it, and starts it where the tests do not; throws an Error with the reason. */
  install(): Ready | Promise<Ready>
}

const engines: Record<string, Engine> = {
  azurite: {
    words: ['connectors/object-servers', 'durability/cut-objects'],
    install() {
      const folder = join(home, 'azurite-3.37.0')
      mkdirSync(folder, { recursive: true })
      run('npm', [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        azurite,
      ])
      return {
        settings: {
          ASSAY_TEST_AZURITE: join(folder, 'node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js'),
        },
      }
    },
  },
  clickhouse: {
    words: [...dialect, 'connectors/clickhouse', 'connectors/lost-connections'],
    install() {
      const python = pythonWith(chdb, 'clickhouse-26.9.0')
      return { settings: { ASSAY_TEST_CLICKHOUSE_PYTHON: python, ASSAY_ORACLE_TABLES: '300' } }
    },
  },
  mysql: {
    words: [
      ...dialect,
      'connectors/mysql',
      'connectors/writers',
      'connectors/lost-connections',
      'operations/materialize',
      'scan/enrichment.test',
      'engine/database-proofs',
    ],
    async install() {
      const { url, end } = await startMysql(home)
      return { settings: { ASSAY_TEST_MYSQL_URL: url, ASSAY_ORACLE_TABLES: '300' }, end }
    },
  },
  redshift: {
    words: [...dialect, 'connectors/redshift', 'connectors/lost-connections'],
    // No server of it can be had: the tests put a double in its place, and say so.
    install: () => ({ settings: { ASSAY_TEST_REDSHIFT_DOUBLE: '1', ASSAY_ORACLE_TABLES: '300' } }),
  },
  sqlglot: {
    words: ['rules/examples', 'test/oracle', 'profile/metrics', 'sql/foreign-grammars', 'services/oracle'],
    // No server of these can be had: their SQL is read by a grammar that others wrote, and run on DuckDB in translation.
    named: '(?:on|in|of) (?:sqlserver|bigquery|snowflake|oracle)|sqlglot',
    install() {
      const python = pythonWith(sqlglot, 'sqlglot-30.30.0')
      return { settings: { ASSAY_TEST_SQLGLOT_PYTHON: python, ASSAY_ORACLE_TABLES: '100' } }
    },
  },
  versitygw: {
    words: [
      'connectors/object-servers',
      'connectors/writers',
      'durability/cut-objects',
      'durability/enrichment-kill',
      'operations/materialize',
      'scan/enrichment.test',
    ],
    install: () => ({ settings: { ASSAY_TEST_VERSITYGW: installedVersitygw() } }),
  },
  spark: {
    // It stands behind the double of Databricks, too.
    named: 'spark|databricks',
    words: [
      ...dialect,
      'connectors/spark',
      'connectors/lost-connections',
      'services/spark',
      'services/databricks',
      'durability/spark',
    ],
    async install() {
      const { address, jars, end } = await startSpark(home)
      return {
        settings: { ASSAY_TEST_SPARK: address, ASSAY_TEST_SPARK_JARS: jars, ASSAY_ORACLE_TABLES: '300' },
        end,
      }
    },
  },
  trino: {
    // It stands behind the double of Amazon Athena, too.
    named: 'trino|athena',
    words: [
      ...dialect,
      'connectors/trino',
      'connectors/lost-connections',
      'services/trino',
      'durability/trino',
      'docs/trino',
    ],
    async install() {
      // For the objects that it evaluates.
      const objects = { ASSAY_TEST_VERSITYGW: installedVersitygw() }
      const { address, files, end } = await startTrino(home)
      const places = { ASSAY_TEST_TRINO: address, ASSAY_TEST_TRINO_FILES: files, ASSAY_TEST_TRINO_HOME: home }
      const found = { ...objects, ...places }
      return { settings: { ...found, ASSAY_ORACLE_TABLES: '300' }, end }
    },
  },
}

/** The Python of an environment in that folder, in which the package is installed. */
function pythonWith(requirement: string, name: string): string {
  const folder = join(home, name)
  const python = join(folder, 'bin', 'python')
  if (!existsSync(python)) run('python3', ['-m', 'venv', folder])
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', requirement])
  return python
}

function installedVersitygw(): string {
  const folder = join(home, 'versitygw-1.8.0')
  const program = join(folder, 'versitygw')
  if (!existsSync(program)) run('go', ['install', versitygw], { GOBIN: folder })
  return program
}

const asked = process.argv.slice(2)
const failed: string[] = []
mkdirSync(home, { recursive: true })
for (const name of asked.length > 0 ? asked : Object.keys(engines)) {
  const engine = engines[name]
  let ready: Ready | null = null
  try {
    if (!engine) throw new Error(`there are ${Object.keys(engines).join(', ')}`)
    console.log(`\n— ${name}`)
    ready = await engine.install()
    const flags = [`--test-name-pattern=/${engine.named ?? name}/i`]
    run(process.execPath, [join(import.meta.dirname, 'test.ts'), ...engine.words, ...flags], {
      ...patience,
      ...ready.settings,
    })
  } catch (error) {
    failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await ready?.end?.()
  }
}
for (const reason of failed) console.error(`Not run to a good end: ${reason}.`)
process.exit(failed.length === 0 ? 0 : 1)
