import {
  allowing,
  both,
  boundOf,
  check,
  concluded,
  compared,
  listOf,
  literal,
  needsQuotes,
  numberOf,
  objectOf,
  plainName,
  textOf,
  textsOf,
  type Imported,
  type Importer,
  type Members,
  type Relation,
  type Said,
} from './importer.ts'
import { sectionsOf, type Section } from './soda-sections.ts'

/** A check such as `duplicate_percent(id, day) < 5 %`. */
interface Metric {
  metric: string
  fields: string[]
  relation: string
  /** The number or text behind the relation; the first of two for `between`. */
  limit: string
  upper: string | null
  settings: Members
}

const written = /^(\w+)\s*(?:\(([^)]*)\))?\s*(<=|>=|!=|=|<|>|between)\s*(\S+?)\s*%?\s*(?:and\s+(\S+?)\s*%?)?$/

function missingOf(column: string, settings: Members): Said | string {
  const others = Object.keys(settings).filter((name) => name.startsWith('missing'))
  if (others.length === 0) return { rule_type: 'notNull' }
  const name = plainName(column)
  if (name === null || others.join('') !== 'missing values')
    return 'It counts values of its own as missing; write a check satisfiesExpression for them.'
  const list = listOf(settings['missing values']).map(literal).join(', ')
  const properties = { expression: `${name} is not null and ${name} not in (${list})` }
  return { rule_type: 'satisfiesExpression', properties }
}

/** At most so many percent may fail; null: the check is no upper limit of a share. */
function coverageOf({ metric, relation, limit }: Metric): number | null {
  const share = numberOf(limit)
  if (share === null) return null
  if (relation === '=' && share === 0) return 1
  if (metric.endsWith('_percent') && ['<', '<='].includes(relation)) return allowing(share)
  return null
}

/** The rules of what is valid, which a metric has in its settings; a text says why there are none. */
function validity(column: string, settings: Members): Said[] | string {
  const name = plainName(column)
  const checks: Said[] = []
  const add = (setting: string, make: (value: unknown) => Said): void => {
    if (settings[setting] !== undefined) checks.push(make(settings[setting]))
  }
  add('valid values', (list) => ({ rule_type: 'expectedValues', properties: { list: listOf(list) } }))
  add('valid regex', (pattern) => ({ rule_type: 'matchesPattern', properties: { pattern } }))
  add('valid min', (min) => ({ rule_type: 'between', properties: { min } }))
  add('valid max', (max) => ({ rule_type: 'between', properties: { max } }))
  add('valid min length', (value) => ({ rule_type: 'minLength', properties: { value } }))
  add('valid max length', (value) => ({ rule_type: 'maxLength', properties: { value } }))
  add('valid length', (value) => ({ rule_type: 'minLength', properties: { value } }))
  add('valid length', (value) => ({ rule_type: 'maxLength', properties: { value } }))
  if (settings['invalid values'] !== undefined) {
    if (name === null) return needsQuotes
    const list = listOf(settings['invalid values']).map(literal).join(', ')
    checks.push({ rule_type: 'satisfiesExpression', properties: { expression: `${name} not in (${list})` } })
  }
  if (settings['valid format'] === 'email')
    checks.push({
      rule_type: 'containsEmail',
      doubt: 'The pattern of e-mail addresses is another one there.',
    })
  else if (settings['valid format'] !== undefined)
    return `The format "${String(settings['valid format'])}" has no like here; write a check matchesPattern.`
  return checks.length === 0 ? 'It does not say what is valid.' : checks
}

const bound = ({ relation, limit, upper }: Metric): Members | null => {
  const [value, top] = [boundOf(limit), boundOf(upper)]
  if (value === null) return null
  if (relation === 'between') return top === null ? null : { min: value, max: top }
  if (relation === '=') return { min: value, max: value }
  return { '>=': { min: value }, '<=': { max: value } }[relation] ?? null
}

const relations: Record<string, Relation> = { '<': 'lt', '<=': 'lte', '=': 'eq', '>=': 'gte', '>': 'gt' }

/** Metrics that are one aggregate of a column. */
const aggregates: Record<string, (name: string) => string> = {
  avg: (name) => `avg(${name})`,
  max: (name) => `max(${name})`,
  min: (name) => `min(${name})`,
  missing_count: (name) => `count(*) - count(${name})`,
  stddev: (name) => `stddev_samp(${name})`,
  sum: (name) => `sum(${name})`,
}

function ofAggregate({ metric, relation, limit, upper }: Metric, column: string): Said[] | string {
  const name = plainName(column)
  if (name === null) return needsQuotes
  const expression = aggregates[metric]?.(name) ?? name
  const [value, top] = [boundOf(limit), boundOf(upper)]
  if (value !== null && top !== null && relation === 'between')
    return [compared(expression, 'gte', value), compared(expression, 'lte', top)]
  const comparison = relations[relation]
  return value === null || comparison === undefined
    ? `${metric} ${relation} has no like here.`
    : [compared(expression, comparison, value)]
}

/** Whether it judges an extreme by a bound that holds for each row, so that the rows against it are found. */
const isRowwise = ({ metric, relation, limit }: Metric): boolean =>
  numberOf(limit) !== null &&
  ((metric === 'min' && ['>', '>='].includes(relation)) ||
    (metric === 'max' && ['<', '<='].includes(relation)))

const rangeOf = ({ metric, relation, limit }: Metric): Members => ({
  [metric]: boundOf(limit),
  [`inclusive_${metric}`]: relation.endsWith('='),
})

function ofMetric(one: Metric): Said[] | string {
  const { metric, fields, relation, settings } = one
  const [column] = fields
  if (metric === 'row_count' && textOf(settings['filter']) !== null && relation in relations)
    return numberOf(one.limit) === null
      ? 'Its limit is no number of rows.'
      : [compared('count(*)', relations[relation] ?? 'eq', Number(one.limit))]
  if (metric === 'row_count') {
    const limit = numberOf(one.limit)
    const whole =
      relation === '>' ? { min: (limit ?? 0) + 1 } : relation === '<' ? { max: (limit ?? 0) - 1 } : bound(one)
    return limit === null || whole === null
      ? 'Its limit is no number of rows.'
      : [{ rule_type: 'volumetric', properties: { comparison: 'Absolute Value', ...whole } }]
  }
  if (column === undefined) return `${metric} names no column.`
  if (/^(?:missing|invalid|duplicate)_(?:count|percent)$/.test(metric)) return ofRows(one, column)
  if (Object.keys(settings).some((name) => /^(?:valid|invalid|missing) /.test(name)))
    return 'It is computed over the values that are valid alone; give a check a filter for them.'
  if (isRowwise(one)) return [{ rule_type: 'between', fields, properties: rangeOf(one) }]
  if (metric in aggregates) return ofAggregate(one, column)
  if (metric === 'freshness') return freshness(one)
  return Object.keys(settings).length === 0
    ? `${metric} ${relation} has no like here.`
    : `${metric} ${relation} with settings has no like here.`
}

function ofRows(one: Metric, column: string): Said[] | string {
  const { metric, fields, settings } = one
  const coverage = coverageOf(one)
  if (coverage === null && metric === 'missing_count' && settings['missing values'] === undefined)
    return ofAggregate(one, column)
  if (coverage === null)
    return 'It allows some rows, or asks for failing ones; give a check a coverage for that.'
  const exactly =
    coverage < 1 && one.relation === '<' ? 'There exactly that share fails, here it passes.' : null
  const ofValues =
    coverage < 1 && !metric.startsWith('missing')
      ? 'There the share is of rows with a value, here of all rows.'
      : null
  const doubt = [exactly, ofValues].filter((reason) => reason !== null).join(' ') || null
  if (metric.startsWith('missing')) {
    const said = missingOf(column, settings)
    return typeof said === 'string' ? said : [{ ...said, fields, coverage, doubt }]
  }
  if (metric.startsWith('duplicate')) return [{ rule_type: 'unique', fields, coverage, doubt }]
  const valid = validity(column, settings)
  return typeof valid === 'string' ? valid : valid.map((said) => ({ doubt, ...said, fields, coverage }))
}

const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

function freshness({ relation, limit, settings }: Metric): Said[] | string {
  if (textOf(settings['filter']) !== null)
    return 'Its filter chooses rows, and a freshness here is of all rows.'
  const parts = [...limit.matchAll(/(\d+)([dhms])/g)]
  const value = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0)
  if (!relation.startsWith('<') || value === 0) return 'Its limit is no time.'
  const doubt = 'The field that it names must be the incremental field of the container.'
  return [{ rule_type: 'freshness', fields: [], properties: { value }, doubt }]
}

/** Check files of Soda Core 3: `checks for TABLE:`. */
export const soda: Importer = {
  name: 'soda',
  title: 'Soda (SodaCL checks as YAML)',
  read(content) {
    const file = objectOf(content)
    if (!Object.keys(file).some((heading) => /^(?:checks for|for each) /.test(heading)))
      throw new Error('It is no file of checks of Soda; nothing in it is `checks for TABLE`.')
    const { sections, leftovers } = sectionsOf(file)
    const imported: Imported = { checks: [], leftovers }
    for (const section of sections)
      for (const [index, entry] of section.entries.entries())
        take(imported, section, `${section.place}[${index}]`, entry)
    return concluded(imported)
  },
}

function take(imported: Imported, section: Section, place: string, entry: unknown): void {
  const [text = '', inner] = typeof entry === 'string' ? [entry] : (Object.entries(objectOf(entry))[0] ?? [])
  const given = objectOf(inner)
  const filter = both(section.filter, textOf(given['filter']))
  const said = filter?.includes('${')
    ? 'Its filter has variables, which Soda fills in when it runs.'
    : saidOf(text.trim(), { ...given, ...(filter && { filter }) })
  if (typeof said === 'string') {
    imported.leftovers.push({ place: `${place} ${text}`, reason: said })
    return
  }
  const name = textOf(given['name'])
  for (const one of said)
    imported.checks.push(
      check({
        container: section.table,
        // The columns are those of the table, whichever of its rows are meant.
        ...(filter && one.rule_type !== 'expectedSchema' && { filter }),
        ...(name && { description: name }),
        ...one,
      }),
    )
}

function saidOf(text: string, settings: Members): Said[] | string {
  const reference = /^values in \(([^)]+)\) must exist in (\S+) \(([^)]+)\)$/.exec(text)
  if (reference) {
    const [, field = '', ref_container = '', field_name = ''] = reference
    if (field.includes(',')) return 'It compares several columns at once; here it is one.'
    return [
      {
        rule_type: 'existsIn',
        fields: [field.trim()],
        properties: { field_name: field_name.trim(), ref_container },
      },
    ]
  }
  const [, other] = /^row_count same as (\S+)$/.exec(text) ?? []
  if (other !== undefined) {
    const rows = { expression: 'count(*)', comparison: 'eq', ref_expression: 'count(*)' }
    return [{ rule_type: 'aggregationComparison', properties: { ...rows, ref_container: other } }]
  }
  if (text === 'schema') return schemaOf(settings)
  if (text === 'failed rows') {
    const condition = textOf(settings['fail condition'])
    return condition === null
      ? 'It is SQL of its own; make a computed table of it, and a check on that.'
      : [{ rule_type: 'satisfiesExpression', properties: { expression: `(${condition}) is not true` } }]
  }
  const [, metric, fields, relation, limit, upper] = written.exec(text) ?? []
  if (metric === undefined || relation === undefined || limit === undefined) {
    return 'warn' in settings || 'fail' in settings ? ofThresholds(text, settings) : 'It has no like here.'
  }
  const names = (fields ?? '').split(',').map((name) => name.trim())
  return ofMetric({
    metric,
    fields: names.filter((name) => name !== ''),
    relation,
    limit,
    upper: upper ?? null,
    settings,
  })
}

const opposites: Record<string, string> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

/** A check for each threshold, of warning and of failing: it demands what keeps the threshold from being reached. */
function ofThresholds(text: string, { warn, fail, ...settings }: Members): Said[] | string {
  const checks: Said[] = []
  for (const threshold of [warn, fail].filter((one) => one !== undefined)) {
    const [, relation = '', limit = ''] = /^when\s*(<=|>=|<|>)\s*(\S+)$/.exec(String(threshold).trim()) ?? []
    const demanded = opposites[relation]
    if (demanded === undefined) return `Its threshold "${String(threshold)}" has no like here.`
    // No row at most is the same as none.
    const said = saidOf(
      demanded === '<=' && numberOf(limit) === 0 ? `${text} = 0` : `${text} ${demanded} ${limit}`,
      settings,
    )
    if (typeof said === 'string') return said
    checks.push(...said)
  }
  return checks
}

function schemaOf(settings: Members): Said[] | string {
  const fail = objectOf(settings['fail'])
  const required = textsOf(fail['when required column missing'])
  if (required.length === 0 || Object.keys(fail).length > 1)
    return 'Of a schema only `when required column missing` is read.'
  return [{ rule_type: 'expectedSchema', properties: { list: required, allow_other_fields: true } }]
}
