import { plural } from './numbers.ts'
import { hash } from 'node:crypto'
import manifest from '../../package.json' with { type: 'json' }
import { failed, recordLine, type Report, type Verdict } from '../scan/report.ts'
import { oneLine } from './table.ts'

/** A report as SARIF 2.1.0, which code hosts show beside the files of a change. */
export function sarif(report: Report): string {
  const findings = failed(report)
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Assay',
            version: manifest.version,
            rules: rules.map((id) => ({
              id,
              shortDescription: { text: `Quality checks of the rule ${id}` },
            })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: rules.indexOf(finding.rule),
          level: 'error',
          message: { text: sentenceOf(finding) },
          locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(finding.container) } } }],
          // The same check on the same container is the same alert, whatever rows it finds.
          partialFingerprints: { 'assayCheck/v1': identityOf(finding) },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function sentenceOf(finding: Verdict): string {
  const rows = finding.failing === null ? '' : ` ${plural(finding.failing, 'failing row')}.`
  return oneLine(`${finding.check}.${rows} ${recordLine(finding)}`.toWellFormed()).trim()
}

const uriOf = (container: string): string =>
  container.toWellFormed().split('/').map(encodeURIComponent).join('/')

const identityOf = ({ container, rule, fields, check }: Verdict): string =>
  hash('sha256', JSON.stringify([container, rule, fields, check])).slice(0, 32)
