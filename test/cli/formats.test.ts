import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { completionFor } from '../../cli/output/completion.ts'
import { formats } from '../../cli/output/formats.ts'
import { startProgress } from '../../cli/output/progress.ts'
import { describeCommands } from '../../cli/program.ts'
import type { Report, Verdict } from '../../cli/scan/report.ts'

const verdict = (more: Partial<Verdict>): Verdict => ({
  container: 'orders.csv',
  check: 'Amounts are positive',
  rule: 'positive',
  fields: ['amount'],
  verdict: 'passed',
  reason: null,
  failing: null,
  weight: null,
  message: null,
  record: null,
  ...more,
})

const hostile = `<b>"x"</b> & ]]> \u0007\u001b[2J | @all \`code\`\nnext`

const report: Report = {
  target: 'orders.csv',
  containers: 1,
  records: 1234,
  holding: 3,
  verdicts: [
    verdict({}),
    verdict({
      verdict: 'failed',
      failing: 2,
      weight: 5,
      message: 'Two.',
      record: { id: 7, amount: hostile },
    }),
    verdict({ check: 'Boston', verdict: 'unasserted', reason: 'There were no rows to judge.' }),
  ],
}

describe('forms of a report', () => {
  test('a table has the failing field first and lets no value move the cursor', () => {
    const text = formats.table(report)
    assert.match(text, /orders\.csv {2}Amounts are positive {13}2 {2}amount: <b>/)
    assert.match(text, /Boston +There were no rows to judge\./)
    assert.match(text, /1,234 records in 1 container\. 3 checks judged: 1 passed, 1 failed, 1 without/)
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]/)
  })

  test('JUnit has a case for each check, and what was not judged is no success', () => {
    const xml = formats.junit(report)
    assert.match(xml, /<testsuites name="assay: orders\.csv" tests="3" failures="1" skipped="1">/)
    assert.match(xml, /<failure type="positive" message="2 failing rows\. Two\.">amount: &lt;b&gt;/)
    assert.match(xml, /<skipped message="There were no rows to judge\."\/>/)
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(xml, /[\u0000-\u0008\u000b-\u001f]/)
  })

  test('an XML parser reads the same record from JUnit, with its control characters replaced', () => {
    const texts: string[] = []
    const parser = new SaxesParser()
    parser.on('error', (error) => assert.fail(error))
    parser.on('text', (text) => void texts.push(text))
    parser.write(formats.junit(report)).close()
    assert.ok(texts.join('').includes('<b>"x"</b> & ]]> \ufffd\ufffd[2J | @all `code`'), texts.join(''))
  })

  test('Markdown shows values as text', () => {
    const text = formats.markdown(report)
    assert.match(text, /^### Anomalies in orders\.csv/)
    assert.match(text, /\| 2 \| amount: &lt;b>"x"&lt;\/b> &amp; /)
    assert.doesNotMatch(text, /<b>|@all|[^\\]`/)
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]/)
  })

  test('SARIF names the file, the rule, and the same alert for the same check', () => {
    const [run] = JSON.parse(formats.sarif(report)).runs
    assert.deepEqual(
      run.tool.driver.rules.map(({ id }: { id: string }) => id),
      ['positive'],
    )
    assert.equal(run.results[0].locations[0].physicalLocation.artifactLocation.uri, 'orders.csv')
    const [other] = JSON.parse(
      formats.sarif({
        ...report,
        verdicts: report.verdicts.map((one) => ({ ...one, failing: 9, record: null })),
      }),
    ).runs
    assert.deepEqual(other.results[0].partialFingerprints, run.results[0].partialFingerprints)
  })

  test('SARIF keeps no control characters, and names containers that are no valid text', () => {
    const [, finding] = report.verdicts
    assert.ok(finding)
    const odd = { ...finding, container: 'a/\ud800.csv', check: 'Half \ud800 a sign' }
    const text = formats.sarif({ ...report, verdicts: [odd] })
    const [result] = JSON.parse(text).runs[0].results
    assert.match(result.message.text, /amount: <b>"x"<\/b> & ]]> \[2J \| @all `code` next/)
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(result.message.text, /[\u0000-\u001f\u007f-\u009f]/)
    assert.match(result.message.text, /^Half \ufffd a sign\./)
    assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'a/%EF%BF%BD.csv')
  })

  test('the last state of a line of progress ends it, also where the terminal is narrower than what it says', () => {
    let written = ''
    const progress = startProgress({
      isTTY: true,
      columns: 10,
      write(text: string | Uint8Array) {
        written += String(text)
        return true
      },
    })
    progress.show('profile  running')
    progress.end('profile  success')
    assert.equal(written, '\r\u001b[2Kprofile  \r\u001b[2Kprofile  \n')
  })

  test('the completion of bash knows commands, subcommands and options', () => {
    const script = completionFor('bash', describeCommands())
    const complete = (...words: string[]) =>
      spawnSync('bash', [
        '-c',
        `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _assay; echo "\${COMPREPLY[*]}"`,
      ])
        .stdout.toString()
        .trim()
    assert.equal(complete('assay', 'pro'), 'profile promote')
    assert.equal(complete('assay', 'runs', 're'), 'resume rerun')
    assert.equal(complete('assay', 'scan', 'x.csv', '--fail'), '--fail-on')
  })
})
