import { failed, recordLine, unasserted, type Report } from '../scan/report.ts'
import { counted } from './numbers.ts'
import { oneLine } from './table.ts'
import { summary } from './terminal.ts'

/** The longest text of a cell; a comment on a pull request has room for so much. */
const cellLength = 200

/** A report as GitHub and GitLab show it in summaries of jobs and comments. */
export function markdown(report: Report): string {
  const findings = failed(report)
  const rows = [
    ...findings.map((finding) => [
      finding.container,
      finding.check,
      finding.failing === null ? '' : counted(finding.failing),
      recordLine(finding),
    ]),
    ...unasserted(report).map(({ container, check, reason }) => [
      container,
      check,
      'no verdict',
      reason ?? '',
    ]),
  ]
  const head = `### ${findings.length === 0 ? 'No anomalies' : 'Anomalies'} in ${text(report.target)}\n\n${text(summary(report))}\n`
  if (rows.length === 0) return head
  const lines = rows.map((row) => `| ${row.map(cell).join(' | ')} |`)
  return [
    head,
    '| Container | Check | Failing rows | First failing record |',
    '|---|---|---:|---|',
    ...lines,
    '',
  ].join('\n')
}

const cell = (value: string): string =>
  text(value.length > cellLength ? `${value.slice(0, cellLength - 1)}…` : value)

/** Values of a source are text, never markup. */
const text = (value: string): string =>
  oneLine(value)
    .replaceAll(/[\\`*_{}[\]|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
