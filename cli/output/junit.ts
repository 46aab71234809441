import { plural } from './numbers.ts'
import { recordLine, type Report, type Verdict } from '../scan/report.ts'

/** A report as the XML that CI services read: a suite for each container, a case for each check. */
export function junit({ target, verdicts }: Report): string {
  const containers = Map.groupBy(verdicts, ({ container }) => container)
  const suites = [...containers].map(([container, cases]) =>
    [
      `  <testsuite name=${attribute(container)} ${totals(cases)}>`,
      ...cases.map(caseOf),
      '  </testsuite>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${attribute(`assay: ${target}`)} ${totals(verdicts)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function totals(cases: readonly Verdict[]): string {
  const count = (wanted: Verdict['verdict']) => cases.filter(({ verdict }) => verdict === wanted).length
  return `tests="${cases.length}" failures="${count('failed')}" skipped="${count('unasserted')}"`
}

function caseOf(one: Verdict): string {
  const begin = `    <testcase classname=${attribute(one.container)} name=${attribute(one.check)}`
  if (one.verdict === 'passed') return `${begin}/>`
  // What could not be judged did not pass; who reads the report must be able to see that.
  if (one.verdict === 'unasserted')
    return `${begin}><skipped message=${attribute(one.reason ?? '')}/></testcase>`
  const rows = one.failing === null ? '' : `${plural(one.failing, 'failing row')}. `
  const message = attribute(`${rows}${one.message ?? ''}`)
  return `${begin}><failure type=${attribute(one.rule)} message=${message}>${escaped(recordLine(one))}</failure></testcase>`
}

const attribute = (value: string): string =>
  `"${escaped(value).replaceAll('"', '&quot;').replaceAll(/\s/g, ' ')}"`

/** XML 1.0 has no way to write most control characters. */
const escaped = (value: string): string =>
  value
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
