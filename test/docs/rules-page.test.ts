import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { rules } from '../../src/rules/registry.ts'
import type { Rule } from '../../src/rules/rule.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/rules.md'), 'utf8')
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)

const sectionOf = (rule: Rule): string => sections.get(rule.type) ?? assert.fail('the rule has a section')

describe('the page of rule types', () => {
  for (const rule of rules.all()) {
    test(`shows the verdict of every example of ${rule.type}`, () => {
      const shown = sectionOf(rule)
        .split(/^Example: /m)
        .slice(1)
      assert.equal(shown.length, rule.examples.length)
      for (const [index, { failing, fails, references }] of rule.examples.entries()) {
        const text = shown[index] ?? ''
        const verdicts = [...text.matchAll(/^\|.*\| (\*\*fails\*\*|passes) \|$/gm)].map(
          ([, verdict]) => verdict,
        )
        const failingRows = verdicts.flatMap((verdict, row) => (verdict === '**fails**' ? [row] : []))
        assert.deepEqual(failingRows, failing ?? [])
        const [sentence] = text.match(/check (?:passes|fails)/) ?? [null]
        assert.equal(sentence, failing ? null : fails ? 'check fails' : 'check passes')
        for (const id of Object.keys(references ?? {})) assert.ok(text.includes(`The container ${id}:`))
      }
    })
  }

  test('describes every property', () => {
    for (const rule of rules.all()) {
      for (const line of sectionOf(rule).matchAll(/^\| `\w+` \|.*$/gm))
        assert.doesNotMatch(line[0], /\|\s+\|$/, `${rule.type}: ${line[0]}`)
    }
  })
})
