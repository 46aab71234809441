import { openExamples, type ExampleTable } from '../test/harness/example-stores.ts'
import { inferringIn, type Inferring } from '../test/harness/inferring.ts'
import { customers, errorKinds, seededColumns, seededRows } from '../test/harness/seeded-tables.ts'

const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
const learnedRows = 1000
const freshRows = 1000
const brokenRows = 200

const efforts = ['low', 'medium', 'high', 'xhigh', 'max']
const ofContainers = ['too few rows', 'not modified', 'a field is gone']
const kinds = [...Object.keys(errorKinds), ...ofContainers]

/** Checks inferred from clean tables: which share of them holds in further clean rows, and which share of errors they find. */
export async function measureInference(): Promise<object> {
  const levels = efforts.map((effort) => ({
    effort,
    proposed: 0,
    drafts: 0,
    holding: 0,
    wrong: new Map<string, number>(),
    found: new Map(kinds.map((kind) => [kind, 0])),
  }))
  for (const seed of seeds) {
    const store = await openExamples('duckdb', tablesOf(seed))
    try {
      const inferring = inferringIn(store, 'customers')
      for (const [index, level] of levels.entries()) {
        const all = await inferring.propose('learned', index + 1)
        const active = all.filter(({ exceptions, coverage }) => exceptions === 0 || coverage < 1)
        const wrong = await inferring.failing('fresh', active)
        level.proposed += active.length
        level.drafts += all.length - active.length
        level.holding += active.length - wrong.length
        for (const { rule_type, fields } of wrong) add(level.wrong, `${rule_type} ${fields.join(' ')}`)
        const sound = active.filter((one) => !wrong.includes(one))
        for (const kind of await foundOf(inferring, sound)) add(level.found, kind)
      }
    } finally {
      await store.close()
    }
  }
  return {
    tables: seeds.length,
    learned_rows: learnedRows,
    fresh_rows: freshRows,
    levels: Object.fromEntries(
      levels.map(({ effort, proposed, drafts, holding, wrong, found }) => [
        effort,
        {
          checks_of_a_table: proposed / seeds.length,
          drafts_of_a_table: drafts / seeds.length,
          precision: atLeast(holding / proposed, 0.95),
          wrong: Object.fromEntries(wrong),
          recall: effort === 'high' ? atLeast(meanOf([...found.values()]), 0.8) : meanOf([...found.values()]),
          recall_of_kinds: Object.fromEntries(
            [...found].map(([kind, count]) => [kind, count / seeds.length]),
          ),
        },
      ]),
    ),
  }
}

function tablesOf(seed: number): ExampleTable[] {
  const table = (name: string, rows: ExampleTable['rows']) => ({ name, columns: seededColumns, rows })
  return [
    table('learned', seededRows(seed, 0, learnedRows)),
    table('fresh', seededRows(seed, learnedRows, freshRows)),
    ...Object.keys(errorKinds).map((kind, index) =>
      table(`broken_${index}`, seededRows(seed, learnedRows + freshRows, brokenRows, kind)),
    ),
    {
      name: 'customers',
      columns: { id: 'Integral' },
      rows: Array.from({ length: customers }, (_, id) => [id + 1]),
    },
  ]
}

/** The kinds of errors that some of the checks find. */
async function foundOf(
  inferring: Inferring,
  proposals: Awaited<ReturnType<Inferring['propose']>>,
): Promise<string[]> {
  const found: string[] = []
  for (const kind of kinds) if (await finds(inferring, kind, proposals)) found.push(kind)
  return found
}

/** True when a check that is about rows fails for broken ones, or one about the container for its kind of error. */
async function finds(
  inferring: Inferring,
  kind: string,
  proposals: Awaited<ReturnType<Inferring['propose']>>,
): Promise<boolean> {
  const of = (...types: string[]) => proposals.filter(({ rule_type }) => types.includes(rule_type))
  const about = new Set(['volumetric', 'freshness', 'expectedSchema'])
  if (kind === 'too few rows') return (await inferring.failing('broken_0', of('volumetric'))).length > 0
  if (kind === 'not modified')
    return (await inferring.failing('fresh', of('freshness'), undefined, 500)).length > 0
  if (kind === 'a field is gone')
    return (await inferring.failing('fresh', of('expectedSchema'), 'note')).length > 0
  const rows = proposals.filter(({ rule_type }) => !about.has(rule_type))
  const index = Object.keys(errorKinds).indexOf(kind)
  return (await inferring.failing(`broken_${index}`, rows)).length > 0
}

const add = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const meanOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0) / counts.length / seeds.length

const atLeast = (value: number, bar: number) => ({ value, bar, holds: value >= bar })
