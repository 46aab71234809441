import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as assertAll, constantFrom, property } from 'fast-check'
import dialects from './dialects/index.generated.ts'
import { tokensOf } from './lexer.ts'
import { shownStatement, withoutNumbers } from './shown-statement.ts'

test('constants of text and comments are left out, whatever the engine calls a text', () => {
  const written = `select "it's", $1 from read_csv('/home/ada/pay.csv') where name = 'o''brien' /* 'x */ and 5 > 4 -- why\n and b = 2`
  for (const dialect of dialects) {
    const shown = shownStatement(written, dialect.lexicalRules)
    assert.doesNotMatch(shown, /ada|brien|why|x \*/, dialect.name)
    assert.match(shown, /5 > 4/, dialect.name)
  }
})

test('what is shown at once is what is shown of a statement that was cut into words', () => {
  // Words that stand apart by blanks here: everything that an engine reads in a way of its own.
  const pieces = [
    ...`select a1 12 . ( ) = - -- / /* */ * # ! \\ $1 $ $$ $t$ ' " \` [ ] ? : @ E r é {{v}} { }`.split(' '),
    ' ',
    '\n',
    '\u00a0',
  ]
  const statements = array(constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(''))
  assertAll(
    property(statements, constantFrom(...dialects), (sql, { lexicalRules }) => {
      let tokens
      try {
        tokens = tokensOf(sql, lexicalRules, 'kept')
      } catch {
        // No server accepts such a statement; what stands in it is no text between single quotes.
        return shownStatement(sql, lexicalRules) === '…' || !/['\\#]|--|\/\*|\$\D/.test(sql)
      }
      let [expected, end] = ['', 0]
      for (const { kind, start, end: after } of tokens) {
        expected += sql.slice(end, start)
        if (kind !== 'comment') expected += kind === 'text' ? "'…'" : sql.slice(start, after)
        end = after
      }
      return shownStatement(sql, lexicalRules) === expected.replaceAll(/\s+/g, ' ').trim()
    }),
    { numRuns: 5000 },
  )
})

test('a text that does not end is left out with all that is around it', () => {
  for (const { lexicalRules } of dialects) assert.equal(shownStatement(`select 'secret`, lexicalRules), '…')
})

test('numbers are left out in every form, and names and placeholders keep theirs', () => {
  assert.equal(
    withoutNumbers(
      'select "m0", a1 from t where b > 12.5 and c < -1e5 and d = 0x1F and e = 1_000 and f = $12 limit 7',
    ),
    'select "m0", a1 from t where b > … and c < -… and d = … and e = … and f = $12 limit …',
  )
})
