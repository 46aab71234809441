import { failed, recordLine, unasserted, type Report } from '../scan/report.ts'
import { counted, plural } from './numbers.ts'
import { table } from './table.ts'

/** A report as a table for people, the weightiest finding first. */
export function terminal(report: Report): string {
  const findings = failed(report)
  const parts: string[] = []
  if (findings.length > 0) {
    parts.push(
      table(
        ['Container', 'Check', 'Failing rows', 'First failing record'],
        findings.map((finding) => [
          finding.container,
          finding.check,
          finding.failing === null ? '-' : counted(finding.failing),
          recordLine(finding),
        ]),
      ),
    )
  }
  const open = unasserted(report)
  if (open.length > 0) {
    parts.push(
      table(
        ['Container', 'Without a verdict', 'Why'],
        open.map(({ container, check, reason }) => [container, check, reason ?? '']),
      ),
    )
  }
  parts.push(summary(report))
  return `${parts.join('\n\n')}\n`
}

/** One sentence of what was read, and one of what it says. */
export function summary(report: Report): string {
  const { containers, records, verdicts, holding } = report
  const passed = verdicts.filter(({ verdict }) => verdict === 'passed').length
  const open = unasserted(report).length
  const wrong = failed(report).length
  const judged = [
    `${plural(verdicts.length, 'check')} judged: ${counted(passed)} passed`,
    `${counted(wrong)} failed${open === 0 ? '' : `, ${counted(open)} without a verdict`}.`,
  ].join(', ')
  const others = holding === 0 ? '' : ` ${plural(holding, 'inferred check')} hold in every row.`
  return `${plural(records, 'record')} in ${plural(containers, 'container')}. ${judged}${others}`
}
