import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assert as assertAll, property, string } from 'fast-check'
import { fillTokens, fillWithExamples, tokensIn, triggerTokens } from './tokens.ts'

describe('message tokens', () => {
  test('are filled in with or without spaces inside the braces', () => {
    assert.equal(fillTokens('{{a}} {{ a }} {{  a}}', { a: 'x' }), 'x x x')
  })

  test('stay as written when there is no value for them', () => {
    for (const text of [
      '{{ unknown }}',
      '{{ constructor }}',
      '{{}}',
      '{{ a b }}',
      '{ a }',
      '{{a}',
      '{{ a-b }}',
    ]) {
      assert.equal(fillTokens(text, { a: 'x' }), text)
    }
  })

  test('are filled in once: a value that looks like a token, or like a replacement pattern, is only text', () => {
    assert.equal(fillTokens('{{a}}{{b}}', { a: '{{b}} $& $1 {{', b: 'secret' }), '{{b}} $& $1 {{secret')
    assertAll(
      property(string(), string(), (a, b) => {
        assert.equal(fillTokens('<{{a}}|{{ b }}>', { a, b }), `<${a}|${b}>`)
      }),
    )
  })

  test('take only their values through the writing of the channel', () => {
    const plain = (value: string) => value.replaceAll('<', '&lt;')
    assert.equal(fillTokens('<b> {{a}}', { a: '<!channel>' }, plain), '<b> &lt;!channel>')
  })

  test('are scanned in one go, whatever the text', () => {
    const text = '{{ '.repeat(200_000)
    assert.equal(fillTokens(text, {}), text)
  })

  test('are listed in one go, each once, by what stands between the braces', () => {
    assert.deepEqual(tokensIn('{{a}} {{ b c }} {{\n}} {{ d {{ e }} }} {{a}} {{f'), ['a', 'b c', '', 'd {{ e'])
    assert.deepEqual(tokensIn('{{ '.repeat(400_000)), [])
  })

  for (const { trigger_type, tokens, default_message } of triggerTokens) {
    test(`of the trigger ${trigger_type}: the default message uses only its own, and each has an example`, () => {
      const used = [...default_message.matchAll(/\{\{ (\w+) \}\}/g)].map(([, name]) => name)
      assert.ok(used.length > 0)
      assert.deepEqual(
        used.filter((name) => !tokens.some((token) => token === name)),
        [],
      )
      assert.doesNotMatch(fillWithExamples(tokens.map((token) => `{{${token}}}`).join()), /\{\{/)
      assert.equal(new Set(tokens).size, tokens.length)
    })
  }
})
