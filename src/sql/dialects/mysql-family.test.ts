import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boolean, call, cast, column, equal, text } from '../build.ts'
import { printExpression } from '../print.ts'
import { mariadb } from './mariadb.dialect.ts'
import { mysql } from './mysql.dialect.ts'
import { dollarAtTheEnd } from './mysql-family.ts'

const end = String.raw`(?:$(?!\n\z))`
const field = (name: string, type: 'String' | 'Timestamp' | 'Integral') =>
  column({ name, type, native_type: '', nullable: true })

describe('the dollar of a pattern', () => {
  test('means the very end wherever it is an anchor', () => {
    assert.equal(dollarAtTheEnd('^a$'), `^a${end}`)
    assert.equal(dollarAtTheEnd('(a$|b$)'), `(a${end}|b${end})`)
    assert.equal(dollarAtTheEnd(String.raw`\\$`), String.raw`\\` + end)
    assert.equal(dollarAtTheEnd('[a]$[b]'), `[a]${end}[b]`)
    assert.equal(dollarAtTheEnd('[^]]$'), `[^]]${end}`)
    assert.equal(dollarAtTheEnd(String.raw`\Qa$\E$`), String.raw`\Qa$\E` + end)
  })

  test('stays a character where it is one', () => {
    for (const pattern of [
      String.raw`^\$[0-9]+`,
      '[$]',
      '[^$]',
      '[]$]',
      String.raw`[\]$]`,
      '[[:alpha:]$]',
      String.raw`\Q$5`,
      '(?#costs $5)a',
    ])
      assert.equal(dollarAtTheEnd(pattern), pattern)
  })
})

describe('what MySQL and MariaDB are asked', () => {
  test('compares texts by code points, each with its own collation', () => {
    const expression = equal(field('na`me', 'String'), text('a'))
    assert.deepEqual(printExpression(expression, mariadb), {
      sql: '((convert(`na``me` using utf8mb4) collate utf8mb4_nopad_bin) = ?)',
      parameters: ['a'],
    })
    assert.deepEqual(printExpression(expression, mysql), {
      sql: '((convert(`na``me` using utf8mb4) collate utf8mb4_0900_bin) = ?)',
      parameters: ['a'],
    })
  })

  test('matches constant patterns, rewritten, as parameters', () => {
    const expression = call('matches', text('x'), text('^x$'))
    assert.deepEqual(printExpression(expression, mariadb), {
      sql: '(? regexp ?)',
      parameters: ['x', `^x${end}`],
    })
    assert.deepEqual(printExpression(expression, mysql), {
      sql: "regexp_like(?, ?, 'cu')",
      parameters: ['x', `^x${end}`],
    })
  })

  test('names each argument of a function once, as placeholders are bound in order of appearance', () => {
    for (const dialect of [mariadb, mysql]) {
      for (const [name, print] of Object.entries(dialect.functions)) {
        const printed = print('«1»', '«2»')
        const places = [...printed.matchAll(/«(\d)»/g)].map(([, place]) => place)
        const most = name === 'random' ? 0 : Math.max(1, places.length)
        assert.deepEqual(places, ['1', '2'].slice(0, most), name)
      }
    }
  })

  test('casts to types that these servers know', () => {
    const sql = (type: Parameters<typeof cast>[1]): string =>
      printExpression(cast(field('a', 'Integral'), type), mariadb).sql
    assert.equal(sql('integral'), 'cast(`a` as decimal(65, 0))')
    assert.equal(sql('timestamp'), 'cast(`a` as datetime(6))')
    assert.equal(printExpression(boolean(true), mysql).sql, '(1 = 1)')
  })
})
