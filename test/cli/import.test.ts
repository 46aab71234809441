import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { createClient } from '../../client/src/index.ts'
import { applyFiles } from '../../cli/config/apply.ts'
import { makePlan } from '../../cli/config/plan.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { contractText, writeContracts } from '../../cli/config/write-contracts.ts'
import { writeImported } from '../../cli/config/write-imported.ts'
import { importers } from '../../importers/index.ts'
import { runCommand } from '../harness/command.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const test_ = (name: string, metadata: object, more: object = {}) => ({
  resource_type: 'test',
  name,
  test_metadata: metadata,
  attached_node: 'model.shop.orders',
  depends_on: { nodes: ['model.shop.orders'] },
  config: { severity: 'ERROR', error_if: '!= 0', fail_calc: 'count(*)' },
  ...more,
})

const manifest = {
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' },
  nodes: {
    'model.shop.orders': { resource_type: 'model', name: 'stg_orders', alias: 'orders' },
    'model.shop.customers': { resource_type: 'model', name: 'customers', alias: 'customers' },
    'test.shop.a': test_('not_null_orders_id', { name: 'not_null', kwargs: { column_name: 'id' } }),
    'test.shop.b': test_(
      'accepted_states',
      { name: 'accepted_values', kwargs: { column_name: 'state', values: ['new', 'paid'] } },
      { config: { where: 'id > 1' } },
    ),
    'test.shop.c': test_(
      'relationships_orders',
      { name: 'relationships', kwargs: { column_name: 'customer', field: 'id', to: "ref('customers')" } },
      { depends_on: { nodes: ['model.shop.customers', 'model.shop.orders'] } },
    ),
    'test.shop.d': test_('unique_pair', {
      name: 'unique_combination_of_columns',
      namespace: 'dbt_utils',
      kwargs: { combination_of_columns: ['id', 'customer'] },
    }),
    'test.shop.e': test_('range', {
      name: 'accepted_range',
      namespace: 'dbt_utils',
      kwargs: { column_name: 'amount', min_value: 0, inclusive: false },
    }),
    'test.shop.f': test_('recent', { name: 'recency', namespace: 'dbt_utils', kwargs: {} }),
    'test.shop.g': { resource_type: 'test', name: 'own_sql', config: {}, depends_on: { nodes: [] } },
    'test.shop.h': test_(
      'some_nulls',
      { name: 'not_null', kwargs: { column_name: 'state' } },
      { config: { error_if: '>10' } },
    ),
  },
  sources: {},
}

const suite = {
  name: 'orders',
  expectations: [
    {
      type: 'expect_column_values_to_not_be_null',
      kwargs: { column: 'id' },
      meta: { notes: 'Each has a number' },
    },
    { type: 'expect_column_values_to_be_between', kwargs: { column: 'amount', min_value: 0, mostly: 0.5 } },
    {
      expectation_type: 'expect_column_values_to_match_regex',
      kwargs: { column: 'state', regex: '^[a-z]+$' },
    },
    { type: 'expect_column_values_to_match_regex', kwargs: { column: 'state', regex: 'a' } },
    { type: 'expect_table_row_count_to_be_between', kwargs: { min_value: 1, max_value: 10 } },
    {
      type: 'expect_column_value_lengths_to_be_between',
      kwargs: { column: 'state', min_value: 1, max_value: 9 },
    },
    { type: 'expect_column_kl_divergence_to_be_less_than', kwargs: { column: 'amount' } },
  ],
}

const sodaFile = {
  'checks for orders': [
    'row_count > 0',
    'missing_count(id) = 0',
    'duplicate_count(id, customer) = 0',
    { 'invalid_count(state) = 0': { 'valid values': ['new', 'paid', 'lost'], name: 'States are known' } },
    'missing_percent(state) < 5 %',
    'min(amount) >= -10',
    'avg(amount) between 1 and 5',
    'values in (customer) must exist in customers (id)',
    { 'failed rows': { 'fail condition': 'amount > 1000' } },
    { schema: { fail: { 'when required column missing': ['id', 'amount'] } } },
    { row_count: { warn: 'when < 5' } },
    'duplicate_count(customer) < 2',
  ],
}

const contract = {
  kind: 'DataContract',
  apiVersion: 'v3.0.2',
  schema: [
    {
      name: 'Orders',
      physicalName: 'orders',
      properties: [
        { name: 'id', primaryKey: true, required: true },
        { name: 'amount', required: true, logicalTypeOptions: { minimum: -10, exclusiveMaximum: 1000 } },
        {
          name: 'state',
          quality: [
            { metric: 'invalidValues', mustBe: 0, arguments: { validValues: ['new', 'paid', 'lost'] } },
            { metric: 'nullValues', mustBeLessThan: 5, unit: 'percent' },
            { type: 'sql', query: 'select 1' },
          ],
        },
      ],
      quality: [{ metric: 'rowCount', mustBeGreaterThan: 1 }],
    },
  ],
}

describe('the checks of other tools', () => {
  let app: WorkingApp
  let store: TableStore
  let world: () => World
  before(async () => {
    app = await startWorkingApp()
    const made = await tableStores['sqlite']?.(app.folder)
    assert.ok(made)
    store = made
    await store.run([
      'create table customers (id integer)',
      'create table orders (id integer, customer integer, amount integer, state varchar(20))',
      'insert into customers values (7)',
      "insert into orders values (1, 7, 10, 'new'), (2, 7, 0, 'lost'), (3, 8, -5, null)",
    ])
    const source = await datastoreOn(app, 'sqlite', store)
    await app.ended(await app.trigger(source, { type: 'sync' }))
    await app.ask('PUT', `/api/datastores/${source.datastore_id}`, { name: 'Shop' })
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    world = () => new World(createClient({ url, token: 'admin-1' }))
  })
  after(async () => {
    await app.close()
    await store.close()
  })

  const read = (tool: string, content: unknown) => {
    const importer = importers.find(({ name }) => name === tool)
    assert.ok(importer)
    return importer.read(content, tool === 'great-expectations' ? 'orders' : null)
  }

  /** What the service says of the checks once they are applied and scanned: rule and fields by verdict. */
  const judged = async (tool: string, content: unknown) => {
    const folder = join(app.folder, tool)
    const { checks, leftovers } = read(tool, content)
    assert.equal(await writeImported(folder, 'Shop', tool, checks), checks.length)
    const entries = await readFiles(folder, {})
    const { outcomes } = await applyFiles(world(), entries, true, () => undefined)
    assert.deepEqual(
      outcomes.flatMap(({ step, refusal }) => (refusal === null ? [] : `${step.key}: ${refusal}`)),
      [],
    )
    assert.equal(await writeImported(folder, 'Shop', tool, read(tool, content).checks), 0)
    assert.deepEqual((await makePlan(world(), await readFiles(folder, {}), true)).steps, [])
    const { body: shop } = await app.ask('GET', '/api/datastores?name=Shop')
    const { status } = await app.scan({ datastore_id: shop.items[0].id } as Parameters<typeof app.scan>[0])
    assert.ok(status)
    const { body: active } = await app.ask('GET', '/api/quality-checks?status=Active&size=100')
    const failing = active.items.filter((check: { is_passing: boolean | null }) => check.is_passing === false)
    assert.ok(active.items.every((check: { is_passing: boolean | null }) => check.is_passing !== null))
    const { body: drafts } = await app.ask('GET', '/api/quality-checks?status=Draft&size=100')
    return {
      active: active.total,
      failing: failing
        .map((check: { rule_type: string; fields: { name: string }[] }) =>
          [check.rule_type, ...check.fields.map(({ name }) => name)].join(' '),
        )
        .toSorted(),
      drafts: drafts.items.map(
        (check: { additional_metadata: { doubt: string } }) => check.additional_metadata.doubt,
      ).length,
      leftovers: leftovers.map(({ place }) => place),
    }
  }

  test('of dbt judge as its tests do; a threshold makes a Draft, and SQL is left over', async () => {
    assert.deepEqual(await judged('dbt', manifest), {
      active: 4,
      failing: ['between amount', 'existsIn customer', 'expectedValues state'],
      drafts: 2,
      leftovers: ['test.shop.f', 'test.shop.g'],
    })
  })

  test('of Great Expectations keep their share of rows with a value', async () => {
    assert.deepEqual(await judged('great-expectations', suite), {
      active: 6,
      failing: [],
      drafts: 1,
      leftovers: ['expectations[6] expect_column_kl_divergence_to_be_less_than of amount'],
    })
  })

  test('of Soda judge rows, references, the schema and conditions', async () => {
    assert.deepEqual(await judged('soda', sodaFile), {
      active: 11,
      failing: ['existsIn customer', 'volumetric'],
      drafts: 1,
      leftovers: ['checks for orders[11] duplicate_count(customer) < 2'],
    })
  })

  test('of a data contract judge keys, types and quality', async () => {
    assert.deepEqual(await judged('odcs', contract), {
      active: 6,
      failing: [],
      drafts: 1,
      leftovers: ['orders.state.quality'],
    })
  })

  test('come back from a data contract that is written of them, in words of the standard where it has some', async () => {
    const { checks } = read('soda', sodaFile)
    const orders = { container: 'orders', coverage: 1, filter: null, properties: {}, doubt: null }
    const more = [
      { rule_type: 'notNull', fields: ['state'], coverage: 0.9, key: 'states', description: 'Most have one' },
      {
        rule_type: 'between',
        fields: ['id'],
        properties: { min: 0, max: 9, inclusive_min: true, inclusive_max: false },
      },
      { rule_type: 'maxLength', fields: ['state'], properties: { value: 20 } },
      { rule_type: 'notNull', fields: ['amount'], filter: 'id > 1' },
    ].map((one) => ({
      key: [one.rule_type, ...one.fields].join('__').toLowerCase(),
      description: `${one.rule_type} of ${one.fields.join()}`,
      ...orders,
      ...one,
    }))
    const folder = join(app.folder, 'contracts')
    await writeImported(folder, 'Shop', 'odcs', [...checks.filter(({ doubt }) => doubt === null), ...more])
    const entries = await readFiles(folder, {})
    const { outcomes } = await applyFiles(world(), entries, true, () => undefined)
    assert.deepEqual(
      outcomes.flatMap(({ refusal }) => refusal ?? []),
      [],
    )

    const [written] = await writeContracts(world(), join(app.folder, 'odcs'), ['Shop'])
    assert.ok(written)
    const made: unknown = parse(readFileSync(written.path, 'utf8'))
    const again = read('odcs', made)
    assert.deepEqual(again.leftovers, [])
    await writeImported(join(app.folder, 'again'), 'Shop', 'odcs', again.checks)
    const { steps } = await makePlan(world(), await readFiles(join(app.folder, 'again'), {}), true)
    assert.deepEqual(steps, [])
    assert.deepEqual(
      written.own.map(({ rule_type, fields }) => [rule_type, ...fields].join(' ')).toSorted(),
      [
        'aggregationComparison',
        'aggregationComparison',
        // It keeps the filter and the coverage of the check of Great Expectations that has the same key.
        'between amount',
        'expectedSchema',
        'notNull amount',
        'satisfiesExpression',
      ],
    )
    assert.match(
      contractText(written),
      /! orders\/notnull__amount\n {4}The standard has no words for this notNull/,
    )
  })

  test('are not read from files of something else', () => {
    for (const { name } of importers)
      assert.throws(() => read(name, { other: true }), /^Error: It is no /, name)
  })
})

test('a file that cannot be imported is named with the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-import-'))
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{"nodes": ')
  const run = (file: string) => runCommand(['import', 'dbt', file, join(folder, 'out'), '-d', 'shop'], {})
  const [absent, damaged] = [await run(join(folder, 'absent.json')), await run(broken)]
  rmSync(folder, { recursive: true })
  assert.deepEqual([absent.code, damaged.code], [2, 2])
  assert.match(absent.errors, /^assay: There is no file .*absent\.json\./)
  assert.match(damaged.errors, /^assay: .*broken\.json cannot be read: .*JSON/)
})

describe('what a file of another tool says of several tables', () => {
  const checksOf = (tool: string, content: unknown) => {
    const importer = importers.find(({ name }) => name === tool)
    assert.ok(importer)
    const { checks, leftovers } = importer.read(content, null)
    assert.deepEqual(leftovers, [])
    return checks.map(({ container, rule_type, fields, filter, properties }) => ({
      container,
      rule_type,
      fields,
      filter,
      ...properties,
    }))
  }

  test('of dbt: rows are counted beside those of the other model', () => {
    const nodes = {
      ...manifest.nodes,
      'test.shop.a': test_(
        'same_rows',
        {
          name: 'expect_table_row_count_to_equal_other_table',
          namespace: 'dbt_expectations',
          kwargs: { compare_model: "ref('customers')" },
        },
        { depends_on: { nodes: ['model.shop.customers', 'model.shop.orders'] } },
      ),
    }
    const only = Object.entries(nodes).filter(([id]) => id.startsWith('model.') || id === 'test.shop.a')
    const [check] = checksOf('dbt', { ...manifest, nodes: Object.fromEntries(only) })
    assert.deepEqual(check, {
      container: 'orders',
      rule_type: 'aggregationComparison',
      fields: [],
      filter: null,
      expression: 'count(*)',
      comparison: 'eq',
      ref_container: 'customers',
      ref_expression: 'count(*)',
    })
  })

  test('of Soda: part of a table by its filter, and each of the tables that are named', () => {
    const found = checksOf('soda', {
      'filter orders [daily]': { where: 'day = current_date' },
      'checks for orders [daily]': [
        { 'missing_count(id) = 0': { filter: 'amount > 0' } },
        { schema: { fail: { 'when required column missing': ['id'] } } },
      ],
      'for each dataset D': { datasets: ['orders', 'customers'], checks: ['duplicate_count(id) = 0'] },
    })
    assert.deepEqual(
      found.map(({ container, rule_type, filter }) => [container, rule_type, filter]),
      [
        ['orders', 'notNull', '(day = current_date) and (amount > 0)'],
        ['orders', 'expectedSchema', null],
        ['orders', 'unique', null],
        ['customers', 'unique', null],
      ],
    )
  })

  test('of a data contract: relationships, by the names in the store', () => {
    const customers = {
      name: 'customers',
      physicalName: 'crm_customers',
      properties: [{ name: 'id', physicalName: 'customer_id' }],
    }
    const column = { name: 'customer', physicalName: 'customer_no' }
    const to = 'customers.id'
    const wanted = {
      container: 'orders',
      rule_type: 'existsIn',
      fields: ['customer_no'],
      filter: null,
      field_name: 'customer_id',
      ref_container: 'crm_customers',
    }
    for (const orders of [
      { name: 'orders', properties: [{ ...column, relationships: [{ to }] }] },
      { name: 'orders', properties: [column], relationships: [{ from: 'orders.customer', to }] },
    ])
      assert.deepEqual(checksOf('odcs', { kind: 'DataContract', schema: [orders, customers] }), [wanted])
  })
})

describe('what a file of another tool says and no check here can', () => {
  const read = (tool: string, content: unknown) => {
    const importer = importers.find(({ name }) => name === tool)
    assert.ok(importer)
    const { checks, leftovers } = importer.read(content, tool === 'great-expectations' ? 'orders' : null)
    return { checks, reasons: leftovers.map(({ reason }) => reason) }
  }
  const ofSuite = (type: string, kwargs: object) =>
    read('great-expectations', { expectations: [{ type, kwargs: { column: 'amount', ...kwargs } }] })

  test('is left over: a bound that is no number does not leave the other one alone', () => {
    for (const type of [
      'expect_column_values_to_be_between',
      'expect_column_value_lengths_to_be_between',
      'expect_column_unique_value_count_to_be_between',
      'expect_column_mean_to_be_between',
      'expect_column_min_to_be_between',
      'expect_table_row_count_to_be_between',
    ]) {
      const { checks, reasons } = ofSuite(type, { min_value: 0, max_value: { $PARAMETER: 'upper' } })
      assert.deepEqual([checks, reasons.length], [[], 1], type)
      assert.match(reasons[0] ?? '', /^Its bounds are no numbers/, type)
    }
    assert.deepEqual(
      ofSuite('expect_column_value_lengths_to_be_between', { min_value: '2' }).checks[0]?.properties,
      { value: 2 },
    )
  })

  test('is left over: a test of dbt that judges groups of rows', () => {
    const groups = { group_by_columns: ['shop'] }
    const nodes = {
      ...manifest.nodes,
      'test.shop.a': test_('a', {
        name: 'not_constant',
        namespace: 'dbt_utils',
        kwargs: { column_name: 'state', ...groups },
      }),
      'test.shop.b': test_('b', {
        name: 'expect_column_max_to_be_between',
        namespace: 'dbt_expectations',
        kwargs: { column_name: 'amount', max_value: 9, group_by: ['shop'] },
      }),
    }
    const { reasons } = read('dbt', { ...manifest, nodes })
    assert.equal(reasons.filter((reason) => reason.startsWith('It judges groups of rows')).length, 2)
  })

  test('is left over: an aggregate of Soda over the valid values alone', () => {
    const { checks, reasons } = read('soda', {
      'checks for orders': [
        { 'avg(amount) > 5': { 'valid min': 0 } },
        { 'max(amount) < 9': { 'missing values': [8] } },
      ],
    })
    assert.deepEqual([checks, reasons.length], [[], 2])
  })

  test('is left over: both bounds of an extreme where one of them cannot be carried', () => {
    const bounds = { column: 'Order Id', min_value: 0, max_value: 10 }
    for (const extreme of ['min', 'max']) {
      const { checks, reasons } = ofSuite(`expect_column_${extreme}_to_be_between`, bounds)
      assert.deepEqual([checks, reasons.length], [[], 1], extreme)
    }
    const { checks } = ofSuite('expect_column_min_to_be_between', { column: 'Order Id', min_value: 0 })
    assert.deepEqual(
      checks.map(({ rule_type }) => rule_type),
      ['between'],
    )
  })

  test('is left over: sections of Soda that are no checks of a table, and filters with variables', () => {
    const { checks, reasons } = read('soda', {
      'automated monitoring': { datasets: ['include orders'] },
      'for each dataset D': { datasets: ['include dim_%'], checks: ['row_count > 0'] },
      'filter orders [daily]': { where: "day = '${DAY}'" },
      'checks for orders [daily]': ['missing_count(id) = 0'],
      'checks for orders [weekly]': ['missing_count(id) = 0'],
    })
    assert.deepEqual([checks, reasons.length], [[], 4])
  })

  test('is left over: what a data contract demands inside of a field', () => {
    const { checks, reasons } = read('odcs', {
      kind: 'DataContract',
      schema: [
        { name: 'orders', properties: [{ name: 'address', properties: [{ name: 'city', required: true }] }] },
      ],
    })
    assert.deepEqual([checks, reasons.length], [[], 1])
  })

  test('shares of rows have no more digits than the file gives them', () => {
    const shares = [
      read('soda', { 'checks for orders': ['missing_percent(state) <= 7 %'] }),
      read('odcs', {
        ...contract,
        schema: [{ name: 'o', quality: [{ metric: 'nullValues', unit: 'percent', mustBeLessOrEqualTo: 7 }] }],
      }),
    ].map(({ checks }) => checks[0]?.coverage)
    assert.deepEqual(shares, [0.93, 0.93])
  })
})
