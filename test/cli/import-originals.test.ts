import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import ajvFormats from 'ajv-formats'
import { parse } from 'yaml'
import { createClient, type QualityCheck } from '../../client/src/index.ts'
import { applyFiles } from '../../cli/config/apply.ts'
import { checkKey } from '../../cli/config/keys.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { writeImported } from '../../cli/config/write-imported.ts'
import { demandOf, objectOf, type Imported, type ImportedCheck } from '../../importers/importer.ts'
import { importers } from '../../importers/index.ts'
import { contractOf } from '../../importers/odcs-contract.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const projects = join(import.meta.dirname, 'originals')
const tools = process.env['ASSAY_ORIGINAL_TOOLS']
const packages = join(tools ?? '', 'dbt-utils')

/** The Python of a tool's own environment. */
const python = (tool: string): string => join(tools ?? '', tool, 'bin/python')

const nameOf = (one: ImportedCheck): string => `${demandOf(one)} ${one.coverage}`

/** One test of a tool: by what the tool's verdict is known, and a file with nothing else in it. */
interface Original {
  id: string
  content: unknown
}

/** The project of a tool as the importer gets it, whole and test by test in the same order. */
interface Project {
  tool: string
  container: string | null
  whole(scratch: string): unknown
  each(whole: unknown): Original[]
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const everyProject: Project[] = [
  {
    tool: 'dbt',
    container: null,
    whole: (scratch) => json(join(scratch, 'dbt/target/manifest.json')),
    each(whole) {
      const manifest = objectOf(whole)
      const nodes = Object.entries(objectOf(manifest['nodes'])).sort()
      const isTest = ([, node]: [string, unknown]) => objectOf(node)['resource_type'] === 'test'
      const others = nodes.filter((node) => !isTest(node))
      return nodes.filter(isTest).map((node) => ({
        id: String(objectOf(node[1])['name']),
        content: { ...manifest, nodes: Object.fromEntries([...others, node]) },
      }))
    },
  },
  {
    tool: 'great-expectations',
    container: 'orders',
    whole: () => json(join(projects, 'expectations.json')),
    each: (whole) =>
      (objectOf(whole)['expectations'] as unknown[]).map((one, index) => ({
        id: String(index),
        content: { expectations: [one] },
      })),
  },
  {
    tool: 'soda',
    container: null,
    whole: () => parse(readFileSync(join(projects, 'checks.yaml'), 'utf8')),
    each: (whole) =>
      Object.entries(objectOf(whole)).flatMap(([section, checks]) =>
        (checks as unknown[]).map((one, index) => ({
          id: `${section}[${index}]`,
          content: { [section]: [one] },
        })),
      ),
  },
]

/**
 * The tools themselves judge the same rows. They come from PyPI, which takes minutes, so that this runs where
 * `ASSAY_ORIGINAL_TOOLS` is a folder with an environment of Python for each: `dbt` (dbt-core, dbt-duckdb), `great-expectations`,
 * `soda` (soda-core-duckdb) and `odcs` (open-data-contract-standard), and a checkout of dbt's package `dbt-utils`.
 */
describe(
  'a check of another tool has the verdict that the tool has',
  {
    skip: tools === undefined && 'ASSAY_ORIGINAL_TOOLS names no folder with dbt, Great Expectations and Soda',
  },
  () => {
    let app: WorkingApp
    let store: TableStore
    let source: Source
    let url = ''
    const scratch = mkdtempSync(join(tmpdir(), 'assay-originals-'))
    before(async () => {
      app = await startWorkingApp()
      const made = await tableStores['postgresql']?.(app.folder)
      assert.ok(made)
      store = made
      await store.run(
        readFileSync(join(projects, 'shop.sql'), 'utf8')
          .split(';\n')
          .filter((one) => one.trim() !== ''),
      )
      source = await datastoreOn(app, 'postgresql', store)
      await app.ended(await app.trigger(source, { type: 'sync' }))
      await app.ask('PUT', `/api/datastores/${source.datastore_id}`, { name: 'Shop' })
      url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    })
    after(async () => {
      rmSync(scratch, { recursive: true, force: true })
      await app.close()
      await store.close()
    })

    const judgedByTool = (tool: string): Record<string, boolean | null> => {
      assert.ok(existsSync(python(tool)), `${tool} is absent: there is no ${python(tool)}`)
      if (tool === 'dbt') assert.ok(existsSync(packages), `dbt-utils is absent: there is no ${packages}`)
      const { stdout, stderr, status } = spawnSync(
        python(tool),
        [join(projects, 'verdicts.py'), tool, scratch, packages],
        { encoding: 'utf8', maxBuffer: 1e8 },
      )
      assert.equal(status, 0, stderr.slice(-4000))
      return JSON.parse(stdout) as Record<string, boolean | null>
    }

    const read = ({ tool, container }: Project, content: unknown): Imported => {
      const importer = importers.find(({ name }) => name === tool)
      assert.ok(importer)
      return importer.read(content, container)
    }

    /** The verdicts of the service by container and key, with the Drafts put in force. */
    const judgedHere = async (tool: string, imported: Imported): Promise<Map<string, boolean | null>> => {
      const client = createClient({ url, token: 'admin-1' })
      const folder = join(scratch, `files-${tool}`)
      await writeImported(folder, 'Shop', tool, imported.checks)
      const { outcomes } = await applyFiles(
        new World(client),
        await readFiles(folder, {}),
        true,
        () => undefined,
      )
      const refused = outcomes.filter(({ refusal }) => refusal !== null)
      assert.deepEqual(
        refused.map(({ step, refusal }) => `${step.key}: ${refusal}`),
        [],
      )
      const listed = async (): Promise<QualityCheck[]> => {
        const { items } = await client.listChecks({ datastore: [source.datastore_id], size: 1000 })
        return items.filter((one) => 'container' in one)
      }
      const drafts = (await listed()).filter(({ status }) => status === 'Draft')
      if (drafts.length > 0)
        await client.updateChecks({ body: drafts.map(({ id }) => ({ id, status: 'Active' as const })) })
      await app.scan(source)
      return new Map(
        (await listed()).map((one) => [
          `${one.container.name} ${String(one.additional_metadata?.[checkKey])}`,
          one.is_passing,
        ]),
      )
    }

    for (const project of everyProject)
      test(`${project.tool}: at least 95 of 100 are carried, and none judges otherwise`, async (context) => {
        const theirs = judgedByTool(project.tool)
        const whole = project.whole(scratch)
        const imported = read(project, whole)
        const ours = await judgedHere(project.tool, imported)
        // Tests that demand the same are one check.
        const made = new Map(imported.checks.map((one) => [nameOf(one), one]))
        const rows = project.each(whole).map(({ id, content }) => {
          const checks = read(project, content).checks.flatMap((one) => made.get(nameOf(one)) ?? [])
          const verdicts = checks.map(({ container, key }) => ours.get(`${container} ${key}`))
          const isPassing = verdicts.includes(false) ? false : verdicts.every((one) => one === true) || null
          return {
            id,
            checks,
            theirs: theirs[id],
            ours: isPassing,
            doubt: checks.find(({ doubt }) => doubt)?.doubt,
          }
        })
        assert.ok(
          rows.every((row) => typeof row.theirs === 'boolean'),
          'the tool judged each of its tests',
        )
        const carried = rows.filter(({ checks }) => checks.length > 0)
        const other = carried.filter((row) => row.theirs !== row.ours)
        const failing = carried.filter((row) => row.theirs === false)
        context.diagnostic(
          `${project.tool}: ${rows.length} tests, ${carried.length} carried (${carried.filter(({ doubt }) => doubt).length} as Drafts), ${failing.length} of them failing, ${other.length} with another verdict`,
        )
        for (const { id } of rows.filter(({ checks }) => checks.length === 0))
          context.diagnostic(`left over: ${id}`)
        for (const row of other)
          context.diagnostic(`${row.id}: there ${row.theirs}, here ${row.ours}; ${row.doubt}`)
        // A Draft says why it may judge otherwise.
        assert.deepEqual(
          other.filter(({ doubt }) => doubt === undefined).map(({ id }) => id),
          [],
        )
        assert.ok(carried.length >= 0.95 * rows.length, `${carried.length} of ${rows.length} are carried`)
        assert.ok(failing.length >= 5, 'some of them fail')
      })
    test('odcs: a contract that is written of them is valid by the schema of the standard, and reads as the same checks', () => {
      const [file] = globSync(
        join(tools ?? '', 'odcs/lib/*/site-packages/open_data_contract_standard/schema.json'),
      )
      assert.ok(
        file,
        `odcs is absent: there is no open_data_contract_standard in ${join(tools ?? '', 'odcs')}`,
      )
      const ajv = new Ajv2019({ strict: false })
      ajvFormats.default(ajv)
      const isValid = ajv.compile(json(file) as object)
      const fields = Object.entries({
        id: 'Integral',
        state: 'String',
        amount: 'Fractional',
        ordered_on: 'Date',
      })
      // The manifest of dbt is there after a run of dbt alone.
      for (const project of everyProject.filter(({ tool }) => tool !== 'dbt')) {
        const { checks } = read(project, project.whole(scratch))
        const certain = checks.filter(({ doubt }) => doubt === null)
        const tables = [...new Set(certain.map(({ container }) => container))].map((name) => ({
          name,
          description: null,
          fields: fields.map(([field, type]) => ({ name: field, type })),
        }))
        const { content, own } = contractOf({ id: 'shop', name: 'Shop' }, tables, certain)
        assert.ok(isValid(content), JSON.stringify(isValid.errors))
        const odcs = importers.find(({ name }) => name === 'odcs')
        assert.ok(odcs)
        const again = odcs.read(content, null)
        const byName = (list: readonly ImportedCheck[]) =>
          new Map(list.map((one) => [`${one.container} ${one.key}`, one]))
        assert.deepEqual(again.leftovers, [])
        assert.deepEqual(byName(again.checks), byName(certain))
        assert.ok(own.length < certain.length)
      }
    })
  },
)
