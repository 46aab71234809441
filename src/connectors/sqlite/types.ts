import type { FieldType } from '../../model/field.ts'

/** The first that matches counts, so that `DATETIME` is not a `DATE` and `POINT` not an `INT`. */
const byDeclaration: [pattern: RegExp, type: FieldType][] = [
  [/^BOOL/, 'Boolean'],
  [/^DATE$/, 'Date'],
  [/^(?:DATETIME|TIMESTAMP)/, 'Timestamp'],
  [/INT(?!ERVAL)/, 'Integral'],
  [/CHAR|CLOB|TEXT|^STRING|^UUID|^JSON|^ENUM/, 'String'],
  [/REAL|FLOA|DOUB|NUMERIC|DECIMAL|NUMBER|MONEY/, 'Fractional'],
]

/** The field type that a declaration means; undefined when the declaration says nothing, as with views' expressions. */
export function declaredFieldType(declared: string | null): FieldType | undefined {
  const text = (declared ?? '').toUpperCase()
  if (/^(?:DECIMAL|NUMERIC|NUMBER)\s*\(\s*\d+\s*(?:,\s*0\s*)?\)/.test(text)) return 'Integral'
  return byDeclaration.find(([pattern]) => pattern.test(text))?.[1]
}

/** The field type of values of these storage classes (`typeof`); `null` is not counted. */
export function storedFieldType(classes: ReadonlySet<string>): FieldType {
  const kinds = [...classes]
    .filter((kind) => kind !== 'null')
    .sort()
    .join()
  if (kinds === 'integer') return 'Integral'
  if (kinds === 'real' || kinds === 'integer,real') return 'Fractional'
  return kinds === 'text' ? 'String' : 'Unknown'
}
