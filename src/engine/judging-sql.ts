import type { HeldSession, Rows, Session } from '../connectors/connector.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Dialect } from '../sql/dialect.ts'
import { knowsBackslashes, tokensOf } from '../sql/lexer.ts'
import type { Statement } from '../sql/print.ts'
import { quoteIdentifier } from '../sql/quoting.ts'
import { maskedInReach, type PreparedCheck, type ScanRequest } from './check.ts'
import { countChecks } from './count-checks.ts'
import { countingOf } from './counting.ts'
import type { ContainerFamily } from './families/family.ts'
import { familyOf } from './families/table.ts'
import { computesFromMasked, mayRead } from './masking.ts'
import { planAgainst } from './scan-plan.ts'
import { rowsIn } from './one-value.ts'
import { failingRecords } from './records.ts'
import { allRows, withoutExcluded } from './relation.ts'
import { distinctValues } from './values.ts'
import type { ContainerPlan } from './container-plan.ts'
import type { Rule } from '../rules/rule.ts'

/** How a check is judged: the statements in the order in which they are sent, or why there are none. */
export interface JudgingSql {
  statements: string[]
  /** Null, or why a check of its kind cannot be told in SQL. */
  reason: string | null
}

/**
 * The statements by which the one check of the request would be judged, for reading: containers stand in them by their names,
 * parameters as literals, and `<masked>` in the place of every literal where a masked field is computed with. No source is
 * asked; the statements are those that the engine sends over rows in which nothing fails, and the one for failing rows.
 */
export async function judgingSql(dialect: Dialect, request: ScanRequest): Promise<JudgingSql> {
  const written: Statement[] = []
  const session = silentSession(dialect, written)
  const references = new Map(
    [...request.references].map(([id, reference]) => [id, { ...reference, open: null }]),
  )
  const fields = withoutExcluded(request.container, request.known_fields)
  const plan = planAgainst(marked(dialect), { ...request, references }, fields)
  const [prepared] = plan.checks
  const [unfit] = plan.schema.outcomes
  if (prepared === undefined) return { statements: [], reason: unfit?.assertion_details ?? null }
  const told = await tell(session, plan, prepared)
  const hidden = maskedInReach(request)
  const isHidden =
    computesFromMasked(prepared.check, hidden) || mayRead(JSON.stringify(prepared.check.properties), hidden)
  const statements = written.map((statement) => readableText(statement, dialect, isHidden))
  return { statements: [...new Set(statements)], reason: told }
}

async function tell(session: Session, plan: ContainerPlan, prepared: PreparedCheck): Promise<string | null> {
  const { request, observed } = plan
  const relation = allRows(session, request.container, observed)
  const family = familyOf(prepared.rule)
  if (family.judges === 'fields') return 'It is judged by the fields of the container, without a statement.'
  if (family.judges === 'partition') {
    await rowsIn(session, relation)
    return null
  }
  const counting = countingOf(session, plan)
  if (counting.by_service.length > 0) {
    for await (const _batch of distinctValues(session, relation, prepared)) continue
    return 'The service itself judges the values that the statement hands over.'
  }
  await countChecks(session, relation, counting.counted, { observed, masked: new Set() })
  if (family.judges === 'rows') await failingRecords(session, relation, counting.by_source)
  else await conclude({ session, plan, relation }, family, prepared)
  return null
}

async function conclude(
  conclusion: { session: Session; plan: ContainerPlan; relation: ReturnType<typeof allRows> },
  family: ContainerFamily<Rule>,
  prepared: PreparedCheck,
): Promise<void> {
  const verdict = await family.judge(conclusion, prepared, { asserted: 0, parts: [] })
  if (typeof verdict === 'string' || verdict.records === undefined) return
  for await (const _batch of verdict.records) continue
}

/** A session over no source: it writes its statements down, and every result is empty. */
function silentSession(dialect: Dialect, written: Statement[]): Session {
  const named = ({ name }: ContainerReference, fields: readonly DiscoveredField[]) => ({
    kind: 'store' as const,
    sql: quoteIdentifier(name, dialect),
    columns: fields.map((field) => field.name),
  })
  const silent: Session & HeldSession = {
    dialect: marked(dialect),
    async *discover() {},
    describe: async () => ({ fields: [], partitions: [] }),
    fieldsOf: async () => [],
    relation: named,
    async query(statement) {
      written.push(statement)
      return { columns: [], rows: [] }
    },
    stream(statement) {
      written.push(statement)
      return ReadableStream.from<Rows>([])
    },
    close: async () => undefined,
  }
  return silent
}

/** A parameter's place until its value is put there: no name and no text of SQL has these characters. */
const place = /\uE000(\d+)\uE001/g

/** The dialect with places for parameters that are found again in the text. */
function marked(dialect: Dialect): Dialect {
  return { ...dialect, parameter: (index) => `\uE000${index}\uE001` }
}

function readableText({ sql, parameters }: Statement, dialect: Dialect, isHidden: boolean): string {
  if (isHidden) return withoutLiterals(sql.replaceAll(place, masked), dialect)
  return sql.replaceAll(place, (_place, index: string) =>
    quoted(parameters[Number(index) - 1] ?? '', dialect),
  )
}

/** Stands in the place of a value that may be one of a masked field. */
const masked = '<masked>'

function quoted(value: string, { lexicalRules }: Dialect): string {
  const escaped = knowsBackslashes(lexicalRules) ? value.replaceAll('\\', '\\\\') : value
  return `'${escaped.replaceAll("'", lexicalRules.undoubledQuotes ? "\\'" : "''")}'`
}

/** The text with `<masked>` in the place of each of its texts and numbers; of people's texts in it, none has a backslash of doubtful meaning. */
function withoutLiterals(sql: string, dialect: Dialect): string {
  const lexicalRules = { ...dialect.lexicalRules }
  delete lexicalRules.doubtfulBackslashes
  let shown = ''
  let end = 0
  for (const token of tokensOf(sql, lexicalRules, 'kept')) {
    if (token.kind !== 'text' && token.kind !== 'number') continue
    shown += `${sql.slice(end, token.start)}${masked}`
    end = token.end
  }
  return shown + sql.slice(end)
}
