import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContainer } from '../../src/engine/describe-container.ts'
import { allRows } from '../../src/engine/relation.ts'
import { droppedTerms } from '../../src/engine/transformations/cleaned-entity-name.ts'
import { cellToNumber } from '../../src/kernel/cell.ts'
import type { ComputedField, TransformationProperties } from '../../src/model/computed-field.ts'
import { select } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { absenceOf, exampleEngines, openExamples } from '../harness/example-stores.ts'
import { seeded } from '../harness/random.ts'

const count = process.env['ASSAY_FULL'] === '1' ? 5000 : 400

/** What `convertFormattedNumeric` says, read without any regular expression of its own. */
function readNumber(text: string): number | null {
  let rest = [...text].filter((character) => !'$€£¥%, '.includes(character)).join('')
  let sign = 1
  if (rest.startsWith('(') && rest.endsWith(')') && rest.length > 1) {
    rest = rest.slice(1, -1)
    if (rest.startsWith('-') || rest.startsWith('+')) return null
    sign = -1
  } else if (rest.startsWith('-') || rest.startsWith('+')) {
    sign = rest.startsWith('-') ? -1 : 1
    rest = rest.slice(1)
  }
  const [whole = '', fraction, ...more] = rest.split('.')
  const isDigits = (part: string) => [...part].every((character) => character >= '0' && character <= '9')
  if (more.length > 0 || !isDigits(whole) || !isDigits(fraction ?? '')) return null
  if (fraction === undefined ? whole === '' : fraction === '') return null
  if (whole.length > 64 || (fraction ?? '').length > 64) return null
  // Without the sign of a zero.
  return sign * Number(`${whole === '' ? '0' : whole}.${fraction ?? '0'}`) + 0
}

/** What `cleanedEntityName` says: words are dropped one by one. */
function cleanName(text: string, properties: TransformationProperties): string {
  const terms = new Set(droppedTerms(properties))
  const isTerm = (word: string) =>
    terms.has(word.replace(/[.,]$/, '').toLowerCase()) || terms.has(word.toLowerCase())
  const words = text.split(/[ \t\n\v\f\r]+/).filter((word) => word !== '')
  if (properties.drop_from_suffix ?? true)
    while (words.length > 1 && isTerm(words.at(-1) ?? '')) {
      words.pop()
      words.push((words.pop() ?? '').replace(/,+$/, ''))
    }
  if (properties.drop_from_prefix ?? false) while (words.length > 1 && isTerm(words[0] ?? '')) words.shift()
  return words.join(' ')
}

const random = seeded(7)
const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

const numbers = [
  '$1,234.56',
  '(2020)',
  '100%',
  '',
  ' ',
  '-5',
  '+5',
  '(-5)',
  '1.2.3',
  '.5',
  '5.',
  '1 000',
  '€ 12',
  '(1,000.50)',
  '()',
  '(',
  'abc',
  '0',
  '(0)',
  ...Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 7) }, () =>
      among(['1', '7', '0', '23', ',', '.', '$', '%', '(', ')', '-', '+', ' ', 'x']),
    ).join(''),
  ),
]
const words = [
  'Acme',
  'Inc',
  'inc.',
  'LLC',
  'Ltd.',
  'Co',
  'Company',
  'Coca',
  'Cola',
  'and',
  'Sons',
  'S.A.',
  'L.L.C.',
  'GmbH',
  'Incubator',
  'Größe',
  'A/S',
]
const names = [
  'Acme, Inc.',
  'Inc',
  'Ltd Ltd',
  '  Acme   Co.  Ltd. ',
  '',
  'The Company Store',
  'Acme Incorporated',
  ...Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () => among(words)).join(among([' ', '  ', ' '])),
  ),
]

const settings: TransformationProperties[] = [
  {},
  { drop_from_prefix: true },
  {
    drop_from_suffix: false,
    drop_from_prefix: true,
    terms_to_drop: ['Sons', 'größe'],
    terms_to_ignore: ['CO'],
  },
]

/** Texts of numbers, many of them on the edge of a rounding or of an overflow. */
const decimals = [
  '0.5',
  '-0.5',
  '1.005',
  '2.675',
  '-2.675',
  '99.994',
  '99.995',
  '-99.995',
  '+7',
  '.5',
  '5.',
  '-0.001',
  '1e3',
  'NaN',
  ' 12.345 ',
  '9999999999999999.99',
  '9999999999999999.999',
  '99999999999999999999999999999999999999',
  '0.00000000000000000000000000000049999999',
  ...Array.from({ length: count }, () => {
    const digits = (most: number) =>
      Array.from({ length: Math.floor(random() * most) }, () => among(['0', '4', '5', '9', '1'])).join('')
    return `${among(['', '-', '+'])}${1 + Math.floor(random() * 9)}${digits(20)}${among(['', `.${digits(20)}5`])}`
  }),
]
const widths: [precision: number, scale: number][] = [
  [4, 2],
  [18, 0],
  [18, 2],
  [20, 5],
  [38, 20],
  [30, 30],
]

/** The decimal as a text of units of the last place, halves away from zero; null for no number, or too many digits. */
function unitsOf(text: string, [precision, scale]: readonly [number, number]): string | null {
  const [, sign, whole = '', behind = ''] = /^([+-]?)(\d{0,38})(?:\.(\d{1,38}))?$/.exec(text.trim()) ?? []
  if (whole === '' && behind === '') return null
  const kept = BigInt(whole + behind.slice(0, scale).padEnd(scale, '0'))
  const units = kept + ((behind[scale] ?? '0') >= '5' ? 1n : 0n)
  if (units.toString().length > precision) return null
  return `${sign === '-' && units > 0n ? '-' : ''}${units}`
}

for (const engine of exampleEngines)
  test(
    `a decimal has on ${engine} the digits that were asked for, or is NULL`,
    { skip: absenceOf(engine) },
    async () => {
      const wholes = [0, 12, -99, 100, 123_456]
      const columns = { text: 'String', whole: 'Integral' } as const
      const rows = decimals.map((text, index) => [text, wholes[index % wholes.length] ?? null])
      const store = await openExamples(engine, [{ name: 'decimals', columns, rows }])
      try {
        const made = widths.flatMap(([precision, scale]) =>
          ['text', 'whole'].map((source) => ({
            name: `${source}_${precision}_${scale}`,
            transformation: 'cast' as const,
            source_fields: [source],
            properties: {
              target_type: scale === 0 ? `NUMERIC(${precision})` : `decimal(${precision}, ${scale})`,
            },
          })),
        )
        const container = { ...store.container('decimals'), computed_fields: made }
        const { fields, remarks } = await describeContainer(store.session, container)
        assert.deepEqual(remarks, [])
        const types = fields.slice(2).map(({ native_type }) => native_type.replace(/^.*\(/, ''))
        assert.deepEqual(
          types,
          widths.flatMap(([p, s]) => [`${p}, ${s})`, `${p}, ${s})`]),
        )
        const from = allRows(store.session, container, fields)
        const statement = printSelect(select({ items: 'all', from }), store.session.dialect)
        const found = await store.session.query(statement)
        assert.equal(found.rows.length, decimals.length)
        for (const [text, whole, ...values] of found.rows)
          made.forEach(({ name, source_fields: [source] }, index) => {
            const width = widths[Math.floor(index / 2)] ?? [0, 0]
            const wanted = unitsOf(String(source === 'text' ? text : whole), width)
            const value = values[index] ?? null
            const says = `${name} of "${String(text)}" or ${String(whole)}`
            if (wanted === null || value === null) assert.equal(value, wanted, says)
            // SQLite has no decimals, but the floating number that is nearest.
            else if (engine === 'sqlite') assert.equal(Number(value), Number(`${wanted}e-${width[1]}`), says)
            else assert.equal(unitsOf(String(value), width), wanted, says)
          })
      } finally {
        await store.close()
      }
    },
  )

for (const engine of exampleEngines)
  test(`transformations say on ${engine} what they say`, { skip: absenceOf(engine) }, async () => {
    const columns = { number: 'String', name: 'String' } as const
    const length = Math.max(numbers.length, names.length)
    const rows = Array.from({ length }, (_, index) => [numbers[index] ?? null, names[index] ?? null])
    const store = await openExamples(engine, [{ name: 'texts', columns, rows }])
    try {
      const computed_fields: ComputedField[] = [
        {
          name: 'as_number',
          transformation: 'convertFormattedNumeric',
          source_fields: ['number'],
          properties: {},
        },
        {
          name: 'as_integer',
          transformation: 'cast',
          source_fields: ['number'],
          properties: { target_type: 'bigint' },
        },
        ...settings.map((properties, index) => ({
          name: `cleaned_${index}`,
          transformation: 'cleanedEntityName' as const,
          source_fields: ['name'],
          properties,
        })),
      ]
      const container = { ...store.container('texts'), computed_fields }
      const { fields, remarks } = await describeContainer(store.session, container)
      assert.deepEqual(remarks, [])
      const from = allRows(store.session, container, fields)
      const statement = printSelect(select({ items: 'all', from }), store.session.dialect)
      const found = await store.session.query(statement)
      assert.deepEqual(
        found.columns.map(({ name }) => name),
        ['number', 'name', ...computed_fields.map(({ name }) => name)],
      )
      assert.equal(found.rows.length, length)
      for (const [number, name, asNumber = null, asInteger = null, ...cleaned] of found.rows) {
        // An engine may read an empty text as NULL.
        const text = number === null ? null : String(number)
        assert.equal(
          asNumber === null ? null : cellToNumber(asNumber) + 0,
          text === null ? null : readNumber(text),
          `number ${text}`,
        )
        const isWhole = text !== null && /^ *[+-]?\d{1,18} *$/.test(text)
        assert.equal(
          asInteger === null ? null : cellToNumber(asInteger),
          isWhole ? Number(text) : null,
          `integer ${text}`,
        )
        settings.forEach((properties, index) =>
          assert.equal(
            cleaned[index],
            name === null ? null : cleanName(String(name), properties),
            `name "${String(name)}" with ${JSON.stringify(properties)}`,
          ),
        )
      }
    } finally {
      await store.close()
    }
  })
