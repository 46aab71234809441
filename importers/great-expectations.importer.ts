import { ofExpectation } from './expectations.ts'
import {
  both,
  check,
  concluded,
  numberOf,
  objectOf,
  plainName,
  textOf,
  type Imported,
  type ImportedCheck,
  type Importer,
  type Members,
  type Said,
} from './importer.ts'

/** Suites of Great Expectations as JSON, of versions 0.x and 1.x. */
export const greatExpectations: Importer = {
  name: 'great-expectations',
  title: 'Great Expectations (a suite as JSON)',
  read(content, container) {
    const suite = objectOf(content)
    if (!Array.isArray(suite['expectations']))
      throw new Error('It is no suite of Great Expectations; it has no list of expectations.')
    if (container === null)
      throw new Error('A suite does not say which table it is about; name it with --container.')
    const imported: Imported = { checks: [], leftovers: [] }
    for (const [index, entry] of suite['expectations'].entries()) {
      const { type, expectation_type, kwargs: given, meta } = objectOf(entry)
      const name = String(type ?? expectation_type)
      const kwargs = objectOf(given)
      const said = ofExpectation(name, kwargs)
      const place = `expectations[${index}] ${name}${textOf(kwargs['column']) ? ` of ${String(kwargs['column'])}` : ''}`
      if (typeof said === 'string') imported.leftovers.push({ place, reason: said })
      else
        for (const one of Array.isArray(said) ? said : [said])
          imported.checks.push(
            completed(one, container, kwargs, objectOf(meta), name.endsWith('_to_be_null')),
          )
    }
    return concluded(imported)
  },
}

function completed(
  said: Said,
  container: string,
  kwargs: Members,
  meta: Members,
  judgesNull: boolean,
): ImportedCheck {
  const column = textOf(kwargs['column'])
  const coverage = numberOf(kwargs['mostly']) ?? 1
  const note = textOf(objectOf(meta['notes'])['content']) ?? textOf(meta['notes'])
  const made = check({
    container,
    fields: column === null ? [] : [column],
    coverage,
    ...said,
    ...(note !== null && { description: note }),
  })
  const condition = textOf(kwargs['row_condition'])
  // `mostly` is a share of the rows that have a value.
  const name = column === null ? null : plainName(column)
  const isShare = coverage < 1 && made.rule_type !== 'notNull' && !judgesNull
  const filter = both(condition, isShare && name !== null ? `${name} is not null` : null)
  const doubts = [
    made.doubt,
    condition === null ? null : 'Its row_condition is taken for SQL of the source.',
    isShare && name === null ? 'There a share of the rows with a value must pass, here of all rows.' : null,
  ].filter((one) => one !== null)
  return { ...made, filter, doubt: doubts.length === 0 ? null : doubts.join(' ') }
}
