import type { Report } from '../scan/report.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { terminal } from './terminal.ts'

/** The forms that a report can take, by what `--format` accepts. */
export const formats = {
  table: terminal,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  junit,
  markdown,
  sarif,
} as const

/** The name of a form of the report. */
export type Format = keyof typeof formats
